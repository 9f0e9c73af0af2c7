import type { Place } from '../../screens/place/place.ts';

const ignoreNavigation = (): void => undefined;

/** The `Place` for screens in the designer and in previews: it has no URL, and navigation has no effect. */
export const NOWHERE: Place = {
  kind: 'dialog',
  query: {},
  setQuery: ignoreNavigation,
  go: ignoreNavigation,
  back: ignoreNavigation,
};
