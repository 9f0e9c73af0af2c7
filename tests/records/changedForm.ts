/** A form with fields and rows of every rule, and which paths of a change to its record are refused. */
import { checkChanges } from '../../src/records/checkChanges.ts';
import { redactRecord } from '../../src/records/redact.ts';
import type { Situation } from '../../src/rules/situation.ts';
import { compile, situation } from '../kernel/support.ts';

export const input = (key: string, more: object = {}): object => ({
  tag: 'el-input',
  __vModel__: key,
  label: key,
  ...more,
});

export const number = (key: string, more: object = {}): object => ({
  tag: 'el-input-number',
  __vModel__: key,
  label: key,
  ...more,
});

export const row = (
  id: string,
  fieldsMap: Record<string, unknown>,
): { id: string; fieldsMap: Record<string, unknown> } => ({
  id,
  fieldsMap,
});

export const form = compile([
  input('a'),
  input('locked', { readonly: true }),
  input('secret', { flowVisible: '0' }),
  { tag: 'el-select', __vModel__: 's', label: 's' },
  number('twice', { computed: 'sum(t.map(r, r.n)) * 2' }),
  input('linked', { editableWhen: 'a == "open"' }),
  {
    tag: 'subTable',
    __vModel__: 't',
    label: '明细',
    needCopy: '1',
    children: [
      input('c'),
      number('n'),
      number('n2', { computed: 'n * 2' }),
      input('d', { flowVisible: '0' }),
      input('mine', { openCurrentUserCtr: '1', currentUserValue: 'owner' }),
      input('owner', { readonly: true, defaultValue: '${curentUser}' }),
    ],
  },
]);

export const stored = {
  fieldsMap: { a: '1', locked: 'x', secret: 'y', s: '1', sLabel: '一', twice: 4, old: 'kept' },
  childTables: {
    t: [
      row('1', { c: 'p', n: 1, n2: 2, d: 'z', mine: 'm', owner: 'u1' }),
      row('2', { c: 'q', n: 1, n2: 2, mine: 'm', owner: 'u2' }),
    ],
  },
};

export type Change = { fieldsMap?: Record<string, unknown>; rows?: (rows: ReturnType<typeof row>[]) => unknown[] };

/** A change of what was shown. */
export function paths(
  { fieldsMap = {}, rows = (all) => all }: Change,
  here: Partial<Situation> = {},
  before: typeof stored | null = stored,
): string[] {
  const at = situation({ recordId: before ? 'r' : null, ...here });
  const shown = before ? structuredClone(redactRecord(form, before, at).childTables.t) : [];
  return checkChanges({
    compiled: form,
    stored: before,
    incoming: { fieldsMap, childTables: { t: rows(shown) as never } },
    situation: at,
  }).map(({ code, path }) => `${code} ${path.join('/')}`);
}

export const cell =
  (index: number, key: string, value: unknown) =>
  (rows: ReturnType<typeof row>[]): unknown[] => {
    (rows[index] as { fieldsMap: Record<string, unknown> }).fieldsMap[key] = value;
    return rows;
  };
