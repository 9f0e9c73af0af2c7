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
  /** Number of fields that are not sub-tables. */
  fields: number;
  /** Number of sub-tables. */
  tableCount: number;
  /** Number of elements that could not be understood. */
  placeholderCount: number;
}

/**
 * Returns a warning if the text has another key than the stored document (for example a pasted file); none if
 * `problems` already contains a problem with the key.
 */
function otherKeyWarning(
  problems: readonly Problem[],
  definition: FormDefinition,
  storedKey: string | undefined,
): Problem[] {
  if (
    storedKey === undefined ||
    definition.formKey === storedKey ||
    problems.some(({ params }) => params.where === 'formKey')
  )
    return [];
  return [warning('DOC_FORM_KEY', ['formKey'], { given: definition.formKey, formKey: storedKey })];
}

function countNodes({ fields }: FormDefinition): Pick<TextCheck, 'fields' | 'tableCount' | 'placeholderCount'> {
  const nodes = [...walkNodes(fields)].map(({ node }) => node);
  const tables = nodes.filter(isTableNode).length;
  return {
    fields: nodes.filter(isFieldNode).length - tables,
    tableCount: tables,
    placeholderCount: nodes.filter(isPlaceholderNode).length,
  };
}

/** Checks a form like the server does before publishing: JSON, grammar of every node, expressions, references. */
export function checkText(
  text: string,
  vocabulary: Vocabulary,
  { storedKey, ...options }: CheckOptions = {},
): TextCheck {
  const parsed = parseFormDefinition(text, vocabulary, options);
  const allProblems = parsed.ok
    ? [...parsed.problems, ...otherKeyWarning(parsed.problems, parsed.value, storedKey), ...parsed.notes]
    : [...parsed.problems];
  const problems = locateProblems(text, allProblems);
  const counts = countLevels(allProblems);
  // a problem without a code is a duplicate key that `locateProblems` has found in the text
  counts.warning += problems.filter(({ code }) => code === null).length;
  return {
    problems,
    counts,
    externalNames: parsed.ok ? parsed.externalNames : [],
    mappings: mappingsOf(allProblems),
    definition: parsed.ok ? parsed.value : null,
    ...(parsed.ok ? countNodes(parsed.value) : { fields: 0, tableCount: 0, placeholderCount: 0 }),
  };
}
