import { useEffect } from 'react';
import { isTableNode, walkNodes, type FormDefinition } from '../../kernel/index.ts';
import { useRegistry } from '../../runtime/contexts.ts';
import { isSavingData, whenIdle } from '../../runtime/host/whenIdle.ts';
import { preloadFace } from '../../runtime/node/LazyFace.tsx';

/** Tags of everything that is filled in: fields, containers, columns of sub-tables. */
const tagsOf = ({ fields }: FormDefinition): Set<string> =>
  new Set(
    [...walkNodes(fields)].flatMap(({ node }) => [
      node.tag,
      ...(isTableNode(node) ? node.children.map(({ tag }) => tag) : []),
    ]),
  );

/**
 * Preloads the code of every widget of the form when the list is loaded and the browser is idle, so that 新增 waits for
 * data only. Does nothing when the user may not create records (`isWanted` false) or the browser saves data.
 */
export function useFormAhead(form: FormDefinition, isWanted: boolean): void {
  const registry = useRegistry();
  useEffect(() => {
    if (!isWanted || isSavingData()) return undefined;
    let isHere = true;
    const bring = async (): Promise<void> => {
      for (const tag of ['detail', ...tagsOf(form)]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other: what is clicked meanwhile goes first
        await whenIdle();
        if (!isHere) return;
        const { edit, block } = registry.widget(tag)?.faces ?? {};
        // oxlint-disable-next-line no-await-in-loop -- as above
        await Promise.all([preloadFace(edit), preloadFace(block)]);
      }
    };
    void bring();
    return () => {
      isHere = false;
    };
  }, [form, isWanted, registry]);
}
