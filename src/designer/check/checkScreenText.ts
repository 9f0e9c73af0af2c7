import type { ExternalName } from '../../references/index.ts';
import type { Vocabulary } from '../../kernel/index.ts';
import { parseScreenDefinition, type ScreenDefinition } from '../../importer/index.ts';
import { warning } from '../../domain/problem/index.ts';
import { locateProblems, type LocatedProblem } from '../editor/located.ts';
import { countLevels, type Counts } from './counts.ts';

/** The result of the check of a screen. */
export interface ScreenCheck {
  problems: readonly LocatedProblem[];
  counts: Counts;
  /** Null if the text is not a screen. */
  screen: ScreenDefinition | null;
  /** Names of other documents that the screen refers to. */
  externalNames: readonly ExternalName[];
}

/**
 * Checks a screen like the server does before publishing, except for names of other documents (see
 * `useExternalProblems`). `storedKey`: the key of the stored document.
 */
export function checkScreenText(text: string, vocabulary: Vocabulary, storedKey: string): ScreenCheck {
  const parsed = parseScreenDefinition(text, vocabulary);
  const hasOtherKey = parsed.ok && parsed.value.screenKey !== '' && parsed.value.screenKey !== storedKey;
  const allProblems = hasOtherKey
    ? [
        ...parsed.problems,
        warning('DOC_SCREEN_KEY', ['screenKey'], { given: parsed.value.screenKey, screenKey: storedKey }),
      ]
    : [...parsed.problems];
  const problems = locateProblems(text, allProblems);
  const counts = countLevels(allProblems);
  // a problem without a code is a duplicate key that `locateProblems` has found in the text
  counts.warning += problems.filter(({ code }) => code === null).length;
  return {
    problems,
    counts,
    screen: parsed.ok ? parsed.value : null,
    externalNames: parsed.ok ? parsed.externalNames : [],
  };
}
