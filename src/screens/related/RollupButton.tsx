import { UnorderedListOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { FieldNode } from '../../grammar/nodes.ts';
import { readsIn } from '../../expressions/index.ts';
import { rollupOf } from '../../relations/index.ts';
import type { DrillPart, DrillTarget } from '../figures/DrillDrawer.tsx';
import { useDrillDrawer } from '../figures/useDrill.tsx';
import '../figures/figures.css';

/** Shown below the records of a roll-up: the stored value also includes records that the person may not see. */
const HIDDEN_RECORDS_NOTE = '此数由系统按全部记录汇总，可能还有您无权查看的记录';

interface Props {
  /** The record with the roll-up field. */
  record: { formKey: string; id: string; title?: string | undefined };
  node: FieldNode;
  /** Returns the form's field with this key, for a formula over roll-ups; absent: only `node` itself is known. */
  fieldNode?(key: string): FieldNode | undefined;
  /** The displayed value, which becomes the button; absent: a small icon, as a mark next to the field's label. */
  children?: ReactNode;
}

/**
 * Returns the roll-ups over other forms from which a field gets its value: the field itself, or the roll-ups that its
 * formula reads.
 */
function sourceRollups(node: FieldNode, fieldNode: Props['fieldNode'], visited: ReadonlySet<string>): FieldNode[] {
  if (node.rollup) return node.rollup.via === undefined ? [] : [node];
  if (!node.computed || !fieldNode) return [];
  const { names, members } = readsIn(node.computed);
  const keys = [...names, ...members.filter(([root]) => root === 'form').map(([, key]) => key)];
  const visitedFields = new Set([...visited, node.__vModel__]);
  const rollups = keys.flatMap((key) => {
    // a field that the formula reads; undefined: already visited, or unknown
    const readField = visitedFields.has(key) ? undefined : fieldNode(key);
    return readField ? sourceRollups(readField, fieldNode, visitedFields) : [];
  });
  return [...new Set(rollups)];
}

/**
 * Returns the drill-down target for a roll-up field of a record, or for a formula over roll-ups; null for other fields.
 */
export function rollupTarget({ record, node, fieldNode }: Omit<Props, 'children'>): DrillTarget | null {
  const { formKey, id, title } = record;
  const parts = sourceRollups(node, fieldNode, new Set()).flatMap((field): DrillPart[] => {
    const sourceFormKey = rollupOf(field)?.form;
    const label = field.label ?? field.__vModel__;
    return sourceFormKey
      ? [{ label, formKey: sourceFormKey, behind: { rollup: { formKey, field: field.__vModel__, id } } }]
      : [];
  });
  if (parts.length === 0) return null;
  return {
    kind: 'related',
    parts,
    title: [title ?? '', node.label ?? ''].filter((text) => text !== '').join(' · '),
    note: HIDDEN_RECORDS_NOTE,
  };
}

/** Returns true if the value is neither empty nor 0. A value of 0 has no records to list. */
const isNonZero = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && Number(value) !== 0;

/**
 * Returns true if the records that a field counts or adds up can be listed: the field is a roll-up over another form,
 * or a formula over such roll-ups, and its value is not 0.
 */
export const hasRollupRecords = (
  node: FieldNode | undefined,
  value: unknown,
  fieldNode?: Props['fieldNode'],
): node is FieldNode => node !== undefined && isNonZero(value) && sourceRollups(node, fieldNode, new Set()).length > 0;

/** A button that lists the records from which a roll-up field, or a formula over roll-ups, is computed. */
export function RollupButton({ record, node, fieldNode, children }: Props) {
  const { open, drawer } = useDrillDrawer();
  const target = rollupTarget({ record, node, ...(fieldNode ? { fieldNode } : {}) });
  if (!target) return children;
  return (
    <>
      <button
        type="button"
        className={children === undefined ? 'sc-rollup-mark' : 'sc-figure-open sc-rollup-open'}
        title="查看明细"
        {...(children === undefined ? { 'aria-label': `${node.label ?? node.__vModel__}：查看明细` } : {})}
        data-rollup={node.__vModel__}
        onClick={() => open(target)}
      >
        {children ?? <UnorderedListOutlined />}
      </button>
      {drawer}
    </>
  );
}
