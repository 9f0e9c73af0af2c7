import type { AnyNode } from '../../grammar/nodes.ts';
import { isFieldNode, type FormDefinition } from '../../kernel/index.ts';
import type { Path, Problem } from '../../domain/problem/index.ts';
import { TAGS } from '../../grammar/tags.ts';
import type { TypedOption } from '../canvas/properties/editors/optionLines.ts';

/** A field whose options come from an address unknown to this server. */
export interface FieldWithoutSource {
  path: Path;
  label: string;
  url: string;
  isRequired: boolean;
  /** True if the field can have options in the form itself. */
  canHaveOptions: boolean;
}

/** A new source of options. */
export type OptionSource = { dictCode: string } | { options: readonly TypedOption[] };

const valueAt = (definition: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], definition);

/** Returns the fields for which the server's check of a canonical definition reported an unknown address. */
export function fieldsWithoutSource(definition: FormDefinition, problems: readonly Problem[]): FieldWithoutSource[] {
  return problems
    .filter(({ code }) => code === 'DOC_OPTION_CALL')
    .flatMap(({ path, params }) => {
      const fieldPath = path.slice(0, -1);
      const node = valueAt(definition, fieldPath) as AnyNode | undefined;
      if (node === undefined || !isFieldNode(node)) return [];
      return [
        {
          path: fieldPath,
          label: node.label || node.__vModel__,
          url: String(params.url),
          isRequired: node.required === true,
          canHaveOptions: '__slot__' in (TAGS[node.tag]?.keys ?? {}),
        },
      ];
    });
}

/** The keys of a field node that describe the source of its options. */
const SOURCE_KEYS = [
  'isRemote',
  'resourseApi',
  'resourseApiType',
  'resourseApiParams',
  'dataPath',
  'hashArr',
  'isDict',
  'dictCode',
  'isStatic',
  'staticJson',
];

/** Returns the definition with the chosen sources of options. `path`: of a field in the definition. */
export function withOptionSources(
  definition: FormDefinition,
  chosen: readonly { path: Path; source: OptionSource }[],
): FormDefinition {
  const changedDefinition = structuredClone(definition);
  for (const { path, source } of chosen) {
    const node = valueAt(changedDefinition, path) as Record<string, unknown>;
    for (const key of SOURCE_KEYS) delete node[key];
    if ('dictCode' in source) Object.assign(node, { isDict: '1', dictCode: source.dictCode });
    else node.__slot__ = { ...(node.__slot__ as object | undefined), options: source.options };
  }
  return changedDefinition;
}
