import type { NodeByTag } from '../../grammar/nodes.ts';
import type { Plugin, Registered } from '../../kernel/index.ts';
import type { Faces } from '../../runtime/node/faces.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { definition } from './definition.ts';

/** Height in px reserved before the widget is mounted: toolbar, header and an empty body. */
const RESERVED_HEIGHT = 180;

export const widget: Registered<Faces> = {
  definition,
  faces: {
    edit: lazyFace(async () => (await import('./SubTable.tsx')).Edit),
    view: lazyFace(async () => (await import('./SubTable.tsx')).View),
    reserve: (node: NodeByTag['subTable']) => node.height ?? RESERVED_HEIGHT,
    // the edit face computes row formulas and loads default rows, so it is mounted even outside the viewport
    isEager: true,
    isGroup: true,
  },
};

/** The sub-table as a separate plugin; its code is loaded with the first form that contains a sub-table. */
export const subTable: Plugin<Faces> = { name: 'subTable', install: ({ registerWidget }) => registerWidget(widget) };
