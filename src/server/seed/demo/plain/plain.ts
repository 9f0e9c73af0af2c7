import { userByName } from '../people.ts';
import type { Tools } from '../tools.ts';
import type { DemoRecord } from '../types.ts';

type Values = Record<string, unknown>;

/**
 * One record of a form without an approval. `by`: the user name of its author. `daysAgo`: its age in days; the creation
 * time is two days earlier (`plainForm`).
 */
export interface PlainEntry {
  by: string;
  daysAgo: number;
  fields: Values;
  /** '4': the record is voided. */
  flwState?: '0' | '4';
  tables?: Record<string, readonly Values[]>;
}

/** The demo records of a form without an approval. */
export interface PlainForm {
  formKey: string;
  records(tools: Tools, now: Date): DemoRecord[];
}

/**
 * Defines the demo records of an existing form without an approval: `count` records. `make` is called once for each
 * record and returns its author, age and values. The creation time is `daysAgo + 2` days before `now`, moved into
 * office hours (`Tools.later`). Tools with the same seed and the same `now` yield the same records.
 */
export function plainForm(
  formKey: string,
  count: number,
  make: (tools: Tools, now: Date, index: number) => PlainEntry,
): PlainForm {
  return {
    formKey,
    records: (tools, now) =>
      Array.from({ length: count }, (_none, index): DemoRecord => {
        const { by, daysAgo, fields, flwState = '0', tables = {} } = make(tools, now, index);
        const { id: userId } = userByName(by);
        const id = `${formKey}-${String(index + 1).padStart(4, '0')}`;
        const date = tools.later(new Date(now.getTime() - (daysAgo + 2) * 86_400_000), 1);
        const childTables = Object.fromEntries(
          Object.entries(tables).map(([key, rows]) => [
            key,
            rows.map((fieldsMap, row) => ({ id: `${id}-${key}-${row + 1}`, fieldsMap })),
          ]),
        );
        return {
          id,
          formKey,
          flwState,
          createBy: userId,
          createTime: date,
          updateBy: userId,
          updateTime: date,
          fieldsMap: fields,
          childTables,
          files: [],
          steps: [],
          openNode: null,
        };
      }),
  };
}

/** Returns the age in days of a record, if `count` records are spread over about `span` days, the newest last. */
export const spreadDaysAgo = (index: number, count: number, span: number): number =>
  Math.round(span * (1 - (index + 1) / count));
