import type { ExternalName } from '../../references/index.ts';
import type { Vocabulary } from '../../kernel/index.ts';
import { parseScreenDefinition, type ScreenDefinition } from '../../importer/index.ts';
import { warning } from '../../domain/problem/index.ts';
import { locateProblems, type LocatedProblem } from '../editor/located.ts';
import { countLevels, type Counts } from './counts.ts';

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
  const read = parseScreenDefinition(text, vocabulary);
  const hasOtherKey = read.ok && read.value.screenKey !== '' && read.value.screenKey !== storedKey;
  const all = hasOtherKey
    ? [
        ...read.problems,
        warning('DOC_SCREEN_KEY', ['screenKey'], { given: read.value.screenKey, screenKey: storedKey }),
      ]
    : [...read.problems];
  const problems = locateProblems(text, all);
  const counts = countLevels(all);
  counts.warning += problems.filter(({ code }) => code === null).length;
  return { problems, counts, screen: read.ok ? read.value : null, externalNames: read.ok ? read.externalNames : [] };
}
