import { useEffect } from 'react';
import { isTableNode, walkNodes, type FormDefinition } from '../../kernel/index.ts';
import { useRegistry } from '../../runtime/contexts.ts';
import { prefersReducedData, whenIdle } from '../../runtime/host/whenIdle.ts';
import { preloadFace } from '../../runtime/node/LazyFace.tsx';

/** Returns the tags of all nodes of a form: fields, containers, columns of sub-tables. */
const tagsOf = ({ fields }: FormDefinition): Set<string> =>
  new Set(
    [...walkNodes(fields)].flatMap(({ node }) => [
      node.tag,
      ...(isTableNode(node) ? node.children.map(({ tag }) => tag) : []),
    ]),
  );

/**
 * Preloads the code of the record page and of every widget of the form while the browser is idle, so that a new record
 * opens faster. Does nothing if `isEnabled` is false (e.g. the user may not create records) or the browser is in
 * data-saving mode.
 */
export function usePreloadForm(form: FormDefinition, isEnabled: boolean): void {
  const registry = useRegistry();
  useEffect(() => {
    if (!isEnabled || prefersReducedData()) return undefined;
    let isMounted = true;
    const preloadAll = async (): Promise<void> => {
      for (const tag of ['detail', ...tagsOf(form)]) {
        // oxlint-disable-next-line no-await-in-loop -- sequential, to give requests of user actions priority
        await whenIdle();
        if (!isMounted) return;
        const { edit, block } = registry.widget(tag)?.faces ?? {};
        // oxlint-disable-next-line no-await-in-loop -- sequential, see above
        await Promise.all([preloadFace(edit), preloadFace(block)]);
      }
    };
    void preloadAll();
    return () => {
      isMounted = false;
    };
  }, [form, isEnabled, registry]);
}
