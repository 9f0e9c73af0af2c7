import type { Registered } from '../../kernel/index.ts';
import type { Faces } from '../../runtime/node/faces.ts';
import { Row } from './block.tsx';
import { definition } from './definition.ts';

export const widget: Registered<Faces> = { definition, faces: { block: Row } };
