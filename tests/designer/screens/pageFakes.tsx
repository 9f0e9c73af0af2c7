import { fireEvent, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { Plugin } from '../../../src/kernel/registry.ts';
import { useIsNarrowerThan, PHONE_WIDTH } from '../../../src/runtime/host/mediaQuery.ts';
import { NodeGrid } from '../../../src/runtime/node/NodeGrid.tsx';
import type { LooseNode } from '../../../src/runtime/node/NodeView.tsx';
import type { Path } from '../../../src/domain/problem/index.ts';
import type { Faces } from '../../../src/runtime/node/faces.ts';
import { ScreenManagerBlock } from '../../../src/designer/screens/ScreenManagerBlock.tsx';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';

const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };

/** Says what a block is given: its height, and whether it takes itself to be on a phone. */
function Told({ node }: { node: { height?: number } }) {
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  return (
    <p data-told={node.height ?? 'none'} data-phone={isPhone}>
      block
    </p>
  );
}

const faces = { block: Told, isEager: true } as unknown as Faces;
/** Containers lay out what they hold, which the canvas does in its own way. */
const Around = ({ node, path }: { node: { children: LooseNode[] }; path: Path }) => (
  <NodeGrid nodes={node.children} path={[...path, 'children']} />
);
const around = { block: Around, isEager: true } as unknown as Faces;
const blocks: Plugin<Faces> = {
  name: 'blocks',
  install({ registerWidget }) {
    for (const tag of ['chart', 'frame', 'statTable', 'text'])
      registerWidget({ definition: { tag, kind: 'block' }, faces });
    registerWidget({ definition: { tag: 'row', kind: 'container' }, faces: around });
  },
};

/** Opens a page of these blocks in the designer. Result: what was saved, after `save`. */
export async function openPage(children: readonly object[]) {
  const saveDraft = vi.fn(async (..._given: unknown[]) => ({ problems: [], revision: 5 }));
  const document_ = { screenKey: 'own/page', title: '页面', root: { tag: 'row', children } };
  const services = fakeServices({
    screens: {
      list: async () => [
        { key: 'own/page', name: '页面', version: 0, updateTime: '2026-01-01 00:00:00', hasDraft: true, revision: 4 },
      ],
      draft: async () => document_,
      saveDraft,
    },
  });
  await renderAt(
    '/m?screen=own/page',
    services,
    <ScreenManagerBlock node={{ tag: 'screenManager' }} path={['root']} />,
    administrator,
    [blocks],
  );
  await waitFor(() => expect(canvas()).toBeTruthy());
  return async (): Promise<Record<string, unknown>[]> => {
    saveDraft.mockClear();
    fireEvent.click(document.querySelector('[data-action="save"]') as Element);
    await waitFor(() => expect(saveDraft).toHaveBeenCalled());
    const { root } = JSON.parse(saveDraft.mock.calls[0]?.[2] as string) as {
      root: { children: Record<string, unknown>[] };
    };
    return root.children;
  };
}

export const canvas = (): HTMLElement => document.querySelector('[data-designer="canvas"]') as HTMLElement;
/** Chooses the block at an index. */
export const choose = (index: number): void => {
  fireEvent.click(canvas().querySelector(`[data-node-path="fields.${index}"]`) as Element);
};
/** What the block at an index was drawn with. */
export const told = (index: number): DOMStringMap =>
  (canvas().querySelector(`[data-node-path="fields.${index}"] [data-told]`) as HTMLElement).dataset;
