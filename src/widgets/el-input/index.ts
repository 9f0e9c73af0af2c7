import type { NodeByTag } from '../../grammar/nodes.ts';
import type { Registered } from '../../kernel/index.ts';
import type { Faces } from '../../runtime/node/faces.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { definition } from './definition.ts';
import { View } from './view.tsx';

// heights in pixels; `DEFAULT_ROWS` is a number of lines
const LINE_HEIGHT = 22;
const TEXTAREA_PADDING = 10;
const INPUT_HEIGHT = 32;
const DEFAULT_ROWS = 3;

export const widget: Registered<Faces> = {
  definition,
  faces: {
    edit: lazyFace(async () => (await import('./edit.tsx')).Edit),
    view: View,
    keepsText: (node: NodeByTag['el-input']) => node.isFloat !== '1',
    reserve(node: NodeByTag['el-input']) {
      if (node.type !== 'textarea') return INPUT_HEIGHT;
      const lineCount = (node.rows ?? DEFAULT_ROWS) + (node['show-word-limit'] ? 1 : 0);
      return lineCount * LINE_HEIGHT + TEXTAREA_PADDING;
    },
  },
};
