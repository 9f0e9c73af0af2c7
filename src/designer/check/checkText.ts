import type { ExternalName } from '../../references/index.ts';
import {
  type FormDefinition,
  walkNodes,
  isFieldNode,
  type Vocabulary,
  isTableNode,
  isPlaceholderNode,
} from '../../kernel/index.ts';
import { parseFormDefinition, type FormParseOptions } from '../../importer/index.ts';
import { type Problem, warning } from '../../domain/problem/index.ts';
import { countLevels, type Counts } from './counts.ts';
import { locateProblems, type LocatedProblem } from '../editor/located.ts';
import { mappingsOf, type Mapping } from './mappings.ts';

export interface CheckOptions extends FormParseOptions {
  /** The key of the stored document; a text with another key gets a warning. */
  storedKey?: string;
}

/** The result of a check. Plain data, so that a worker can send it. */
export interface TextCheck {
  problems: readonly LocatedProblem[];
  counts: Counts;
  /** Names of other documents that the form refers to. */
  externalNames: readonly ExternalName[];
  /** Conversions of elements of other designers. */
  mappings: readonly Mapping[];
  /** Null if the text is not a form. */
  definition: FormDefinition | null;
  /** Number of fields without sub-tables. */
  fields: number;
  tables: number;
  placeholders: number;
}

/** Returns a warning if the text has another key than the stored document (for example a pasted file). */
function otherKeyWarning(
  found: readonly Problem[],
  definition: FormDefinition,
  storedKey: string | undefined,
): Problem[] {
  if (
    storedKey === undefined ||
    definition.formKey === storedKey ||
    found.some(({ params }) => params.where === 'formKey')
  )
    return [];
  return [warning('DOC_FORM_KEY', ['formKey'], { given: definition.formKey, formKey: storedKey })];
}

function countNodes({ fields }: FormDefinition): Pick<TextCheck, 'fields' | 'tables' | 'placeholders'> {
  const nodes = [...walkNodes(fields)].map(({ node }) => node);
  const tables = nodes.filter(isTableNode).length;
  return {
    fields: nodes.filter(isFieldNode).length - tables,
    tables,
    placeholders: nodes.filter(isPlaceholderNode).length,
  };
}

/** Checks a form like the server does before publishing: JSON, grammar of every node, expressions, references. */
export function checkText(
  text: string,
  vocabulary: Vocabulary,
  { storedKey, ...options }: CheckOptions = {},
): TextCheck {
  const read = parseFormDefinition(text, vocabulary, options);
  const all = read.ok
    ? [...read.problems, ...otherKeyWarning(read.problems, read.value, storedKey), ...read.notes]
    : [...read.problems];
  const problems = locateProblems(text, all);
  const counts = countLevels(all);
  // `locateProblems` finds duplicate keys in the text
  counts.warning += problems.filter(({ code }) => code === null).length;
  return {
    problems,
    counts,
    externalNames: read.ok ? read.externalNames : [],
    mappings: mappingsOf(all),
    definition: read.ok ? read.value : null,
    ...(read.ok ? countNodes(read.value) : { fields: 0, tables: 0, placeholders: 0 }),
  };
}
