import { builtinEnvironments } from 'vitest/runtime';
import './fasterStyles.ts';

/** The window of the component tests: that of happy-dom, with styles that are computed sooner. */
export default builtinEnvironments['happy-dom'];
