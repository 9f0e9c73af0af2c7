import {
  type ExternalName,
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
import { locate, type LocatedProblem } from '../editor/located.ts';
import { mappingsOf, type Mapping } from './mappings.ts';

export interface CheckOptions extends FormParseOptions {
  /** The key that the document is kept under; a text that names another is told so. */
  keptAs?: string;
}

/** Everything that was found in a text. Plain data: it crosses from a worker as it is. */
export interface TextCheck {
  problems: readonly LocatedProblem[];
  counts: Counts;
  /** For who knows the other documents. */
  named: readonly ExternalName[];
  /** How elements of other designers were taken over. */
  mappings: readonly Mapping[];
  /** Null when the text is no form at all. */
  definition: FormDefinition | null;
  /** What there is to fill in, and what could not be read. */
  fields: number;
  tables: number;
  placeholders: number;
}

/** A document is kept under the key it was opened with; one that names another (a pasted file, say) is told so. */
function strangeKey(found: readonly Problem[], definition: FormDefinition, keptAs: string | undefined): Problem[] {
  if (keptAs === undefined || definition.formKey === keptAs || found.some(({ params }) => params.where === 'formKey'))
    return [];
  return [warning('DOC_FORM_KEY', ['formKey'], { given: definition.formKey, formKey: keptAs })];
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

/** The same reading that the server does before it publishes: JSON, grammar of every node, expressions, references. */
export function checkText(text: string, vocabulary: Vocabulary, { keptAs, ...options }: CheckOptions = {}): TextCheck {
  const read = parseFormDefinition(text, vocabulary, options);
  const all = read.ok
    ? [...read.problems, ...strangeKey(read.problems, read.value, keptAs), ...read.notes]
    : [...read.problems];
  const problems = locate(text, all);
  const counts = countLevels(all);
  // keys written twice are found in the text alone
  counts.warning += problems.filter(({ code }) => code === null).length;
  return {
    problems,
    counts,
    named: read.ok ? read.named : [],
    mappings: mappingsOf(all),
    definition: read.ok ? read.value : null,
    ...(read.ok ? countNodes(read.value) : { fields: 0, tables: 0, placeholders: 0 }),
  };
}
