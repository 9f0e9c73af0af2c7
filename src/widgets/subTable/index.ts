import type { NodeByTag } from '../../grammar/nodes.ts';
import type { Plugin, Registered } from '../../kernel/index.ts';
import type { Faces } from '../../runtime/node/faces.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { definition } from './definition.ts';

/** Toolbar, head and an empty body. */
const RESERVED = 180;

export const widget: Registered<Faces> = {
  definition,
  faces: {
    edit: lazyFace(async () => (await import('./edit.tsx')).Edit),
    view: lazyFace(async () => (await import('./view.tsx')).View),
    reserve: (node: NodeByTag['subTable']) => node.height ?? RESERVED,
    // row formulas and default rows live in it
    isEager: true,
    isGroup: true,
  },
};

/** A plugin of its own: its code is loaded with the first form. */
export const subTable: Plugin<Faces> = { name: 'subTable', install: ({ registerWidget }) => registerWidget(widget) };
