import type { ExternalName, Vocabulary } from '../../kernel/index.ts';
import { parseScreenDefinition, type ScreenDefinition } from '../../importer/index.ts';
import { warning } from '../../domain/problem/index.ts';
import { locate, type LocatedProblem } from '../editor/located.ts';
import { countLevels, type Counts } from './counts.ts';

export interface ScreenCheck {
  problems: readonly LocatedProblem[];
  counts: Counts;
  /** Null when the text is no screen at all. */ screen: ScreenDefinition | null;
  /** For who knows the other documents. */ named: readonly ExternalName[];
}

/** The same reading that the server does before it publishes a screen; what it names of other documents `useOutside` looks up. `keptAs`: the key it is kept under. */
export function checkScreenText(text: string, vocabulary: Vocabulary, keptAs: string): ScreenCheck {
  const read = parseScreenDefinition(text, vocabulary);
  const isStrange = read.ok && read.value.screenKey !== '' && read.value.screenKey !== keptAs;
  const all = isStrange
    ? [...read.problems, warning('DOC_SCREEN_KEY', ['screenKey'], { given: read.value.screenKey, screenKey: keptAs })]
    : [...read.problems];
  const problems = locate(text, all);
  const counts = countLevels(all);
  counts.warning += problems.filter(({ code }) => code === null).length;
  return { problems, counts, screen: read.ok ? read.value : null, named: read.ok ? read.named : [] };
}
