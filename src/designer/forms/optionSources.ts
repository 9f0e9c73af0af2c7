import type { AnyNode } from '../../grammar/nodes.ts';
import { isFieldNode, type FormDefinition } from '../../kernel/index.ts';
import type { Path, Problem } from '../../domain/problem/index.ts';
import { TAGS } from '../../grammar/tags.ts';
import type { TypedOption } from '../canvas/properties/editors/optionLines.ts';

/** A field whose options come from a call that this server does not answer. */
export interface MissingSource {
  path: Path;
  label: string;
  url: string;
  isRequired: boolean;
  /** The tag takes options that the form itself holds. */
  takesOptions: boolean;
}

/** Where the options come from instead. */
export type OptionSource = { dictCode: string } | { options: readonly TypedOption[] };

const at = (definition: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], definition);

/** Finds the fields that the server's check of a canonical definition named. */
export function missingSources(definition: FormDefinition, problems: readonly Problem[]): MissingSource[] {
  return problems
    .filter(({ code }) => code === 'DOC_OPTION_CALL')
    .flatMap(({ path, params }) => {
      const own = path.slice(0, -1);
      const node = at(definition, own) as AnyNode | undefined;
      if (node === undefined || !isFieldNode(node)) return [];
      return [
        {
          path: own,
          label: node.label || node.__vModel__,
          url: String(params.url),
          isRequired: node.required === true,
          takesOptions: '__slot__' in (TAGS[node.tag]?.keys ?? {}),
        },
      ];
    });
}

/** Keys that say by which call options come. */
const REMOTE = [
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

/** The definition with the chosen sources in the place of the calls; `path` as `missingSources` gave it. */
export function withSources(
  definition: FormDefinition,
  chosen: readonly { path: Path; source: OptionSource }[],
): FormDefinition {
  const next = structuredClone(definition);
  for (const { path, source } of chosen) {
    const node = at(next, path) as Record<string, unknown>;
    for (const key of REMOTE) delete node[key];
    if ('dictCode' in source) Object.assign(node, { isDict: '1', dictCode: source.dictCode });
    else node.__slot__ = { ...(node.__slot__ as object | undefined), options: source.options };
  }
  return next;
}
