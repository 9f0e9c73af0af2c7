import { designerPlugin } from '../designer/plugin.ts';
import type { Plugin } from '../kernel/index.ts';
import type { Faces } from '../runtime/node/faces.ts';
import { screensPlugin } from '../screens/plugin.ts';
import { shellPlugin } from '../shell/plugin.ts';
import { signInPlugin } from '../shell/signInPlugin.ts';
import { builtinsPlugin } from '../widgets/builtins.ts';
import { formilyAntdPlugin } from '../widgets/formilyAntd.tsx';
import { residentIdPlugin } from '../widgets/residentId/index.ts';
import { subTable } from '../widgets/subTable/index.ts';

/**
 * All plugins of the product. Widgets of the product itself are listed in `src/widgets/builtins.ts`; a further widget
 * is added here as a plugin.
 */
export const plugins: readonly Plugin<Faces>[] = [
  builtinsPlugin,
  subTable,
  screensPlugin,
  shellPlugin,
  signInPlugin,
  designerPlugin,
  residentIdPlugin,
  formilyAntdPlugin,
];
