import type { Place } from '../../screens/place/place.ts';

const stay = (): void => undefined;

/** The place of a page in the designer or preview: without a URL, and ignoring all navigation. */
export const NOWHERE: Place = { kind: 'dialog', query: {}, setQuery: stay, go: stay, back: stay };
