import type { PageNavigation } from '../../screens/navigation/pageNavigation.ts';

const ignoreNavigation = (): void => undefined;

/** The `PageNavigation` for screens in the designer and in previews: without a URL and without effect. */
export const NO_NAVIGATION: PageNavigation = {
  kind: 'dialog',
  query: {},
  setQuery: ignoreNavigation,
  go: ignoreNavigation,
  back: ignoreNavigation,
};
