import { earlyError } from '../../domain/problem/index.ts';

/** How Chromium, Firefox, Safari and the preloading of styles say that an import was not downloaded. */
const WORDS = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Is it that a part of the program could not be downloaded? Its code has not run: it may come at the next try. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && WORDS.test(error.message);

export const missingPartText = (): string => earlyError('NETWORK');
