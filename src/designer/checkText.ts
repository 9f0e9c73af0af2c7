import { compileForm } from '../kernel/compile.ts';
import type { CompiledForm, FormDefinition } from '../kernel/form.ts';
import { parseFormDefinition, type FormParseOptions } from '../kernel/parse.ts';
import type { Problem } from '../kernel/problem.ts';
import type { Vocabulary } from '../kernel/registry.ts';

export interface TextCheck {
  problems: readonly Problem[];
  /** Null when the text is no form at all. */
  definition: FormDefinition | null;
  compiled: CompiledForm | null;
}

/** The same reading that the server does before it publishes: JSON, grammar of every node, expressions, references. */
export function checkText(text: string, vocabulary: Vocabulary, options: FormParseOptions = {}): TextCheck {
  const read = parseFormDefinition(text, vocabulary, options);
  if (!read.ok) return { problems: read.problems, definition: null, compiled: null };
  return { problems: read.problems, definition: read.value, compiled: compileForm(read.value, vocabulary) };
}
