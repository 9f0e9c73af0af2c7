import type { NodeByTag } from '../../grammar/nodes.ts';
import type { Registered } from '../../kernel/index.ts';
import type { Faces } from '../../runtime/node/faces.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { definition } from './definition.ts';
import { View } from './view.tsx';

const LINE_HEIGHT = 22;

export const widget: Registered<Faces> = {
  definition,
  faces: {
    edit: lazyFace(async () => (await import('./edit.tsx')).Edit),
    view: View,
    keepsText: (node: NodeByTag['el-input']) => node.isFloat !== '1',
    reserve: (node: NodeByTag['el-input']) =>
      node.type === 'textarea' ? (node.rows ?? 3) * LINE_HEIGHT + 10 + (node['show-word-limit'] ? LINE_HEIGHT : 0) : 32,
  },
};
