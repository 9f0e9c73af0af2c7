import { useEffect, useMemo, useState } from 'react';
import type { CompiledForm, FormDefinition } from '../kernel/form.ts';
import type { Problem } from '../kernel/problem.ts';
import { warning } from '../kernel/problems.ts';
import { useRegistry } from '../runtime/contexts.ts';
import { checkText } from './checkText.ts';
import { locate, type LocatedProblem } from './located.ts';

/** Milliseconds of quiet before the text is checked; a very long one takes seconds, so it waits for a real pause. */
const quietFor = (text: string): number => (text.length > 1_000_000 ? 1500 : 300);

export interface Checked {
  /** The text these findings are of. */
  text: string;
  problems: readonly LocatedProblem[];
  total: number;
  definition: FormDefinition | null;
  compiled: CompiledForm | null;
}

/** A document is kept under the key it was opened with; one that names another (a pasted file, say) is told so. */
function strangeKey(found: readonly Problem[], definition: FormDefinition | null, formKey: string): Problem[] {
  if (!definition || definition.formKey === formKey || found.some(({ params }) => params.where === 'formKey')) return [];
  return [warning('DOC_FORM_KEY', ['formKey'], { given: definition.formKey, formKey })];
}

/** Checks the text a moment after typing stops: language, grammar, expressions. The last good form stays for the preview. */
export function useChecked(text: string, formKey: string): { checked: Checked; isChecking: boolean; good: CompiledForm | null } {
  const vocabulary = useRegistry();
  const check = useMemo(() => (given: string): Checked => {
    const { problems: found, definition, compiled } = checkText(given, vocabulary);
    const problems = [...found, ...strangeKey(found, definition, formKey)];
    const located = locate(given, problems);
    return { text: given, problems: located, total: Math.max(problems.length, located.length), definition, compiled };
  }, [vocabulary, formKey]);
  const [checked, setChecked] = useState(() => check(text));
  const [good, setGood] = useState(checked.compiled);
  useEffect(() => {
    if (text === checked.text) return undefined;
    const timer = setTimeout(() => {
      const next = check(text);
      setChecked(next);
      if (next.compiled) setGood(next.compiled);
    }, quietFor(text));
    return () => clearTimeout(timer);
  }, [check, checked.text, text]);
  return { checked, isChecking: text !== checked.text, good };
}
