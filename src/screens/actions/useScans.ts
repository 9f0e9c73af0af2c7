import { useMemo, useRef, useState } from 'react';
import type { FormAction } from '../../effects/index.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import { valueTypeOf, type FormDefinition } from '../../kernel/index.ts';
import { fieldsOf } from '../../relations/index.ts';
import { useRegistry, useServices, useSituation } from '../../runtime/contexts.ts';
import type { ActionCall } from '../../runtime/services/actions.ts';
import type { ListCondition } from '../../runtime/services/paging.ts';
import { readCode } from '../../widgets/shared/scan/readCode.ts';
import { messageOf } from '../shared/messages.ts';
import { createOnceSender, isOutcomeUnknown, onceText } from '../shared/sendOnce.ts';
import { isButtonShown } from './shownActions.ts';

/** One scanned code and its result. */
export interface Scan {
  /** Number within the dialog, from 1. */
  number: number;
  code: string;
  /** Title of the record; '' until it is found. */
  title: string;
  state: 'waiting' | 'done' | 'failed';
  message: string;
  /** True after a failure with an unknown outcome: the button may have run. */
  isUnknown: boolean;
}

/** Values that the user filled in in the dialog of a button. */
export type DialogValues = Pick<FormRecord, 'fieldsMap' | 'childTables'>;

interface Options {
  definition: FormDefinition;
  action: FormAction;
  /** The fixed conditions of the list; only records that meet them are found. */
  conditions: readonly ListCondition[];
  /** True when the list shows the records of the whole unit. */
  isWholeUnit: boolean;
  /** Called with the result of each code. */
  onOutcome(isDone: boolean): void;
}

/** Refusal of a scanned code, with a message for the user. */
class ScanRefusal extends Error {}

/**
 * Processes the codes scanned for a button in the order of scanning; new codes can be scanned during the processing.
 * Each code is looked up in the button's field, and the button runs on the found record. `scans`: newest first.
 */
export function useScans({ definition, action, conditions, isWholeUnit, onOutcome }: Options) {
  const services = useServices();
  const registry = useRegistry();
  const { user } = useSituation();
  const [scans, setScans] = useState<readonly Scan[]>([]);
  const queue = useRef(Promise.resolve());
  const lastNumber = useRef(0);
  const doneIds = useRef(new Set<string>());
  const { formKey } = definition;
  const onceSender = useMemo(
    () => createOnceSender((call: ActionCall, key) => services.records.act(formKey, call, key)),
    [services, formKey],
  );
  const field = action.scan ?? '';
  const node = fieldsOf(definition).get(field);
  const label = node?.label ?? field;
  const update = (number: number, change: Partial<Scan>): void =>
    setScans((list) => list.map((scan) => (scan.number === number ? { ...scan, ...change } : scan)));

  const findRecord = async (scannedCode: string): Promise<FormRecord> => {
    const { id, text } = readCode(scannedCode);
    const isNumber = node !== undefined && valueTypeOf(node, registry) === 'double';
    const value = isNumber ? Number(text) : text;
    if (id === null && isNumber && !Number.isFinite(value)) throw new ScanRefusal(`${label}应为数字`);
    const condition: ListCondition = id === null ? { field, op: 'eq', value } : { field: 'id', op: 'in', value: [id] };
    const { list } = await services.records.list(
      formKey,
      { page: { pageNum: 1, pageSize: 2 }, conditions: [...conditions, condition] },
      isWholeUnit,
    );
    const [record, secondRecord] = list;
    if (record === undefined)
      throw new ScanRefusal(id === null ? `没有找到${label}为“${text}”的记录` : '没有找到这个二维码的记录');
    if (secondRecord !== undefined) throw new ScanRefusal(`${label}为“${text}”的记录不止一条，请在列表中办理`);
    return record;
  };
  const processScan = async (
    { number, code }: Pick<Scan, 'number' | 'code'>,
    values: DialogValues | null,
  ): Promise<void> => {
    try {
      const record = await findRecord(code);
      const id = record.id ?? '';
      const title = record.title || code;
      update(number, { title });
      if (doneIds.current.has(id)) throw new ScanRefusal(`刚才已经${action.label}，没有重复办理`);
      if (!isButtonShown(action, record, definition, registry, user))
        throw new ScanRefusal(`现在的状态不能${action.label}`);
      const call = { action: action.key, ids: [id], ...(values ? { dialog: values } : {}) };
      const { answer, kind } = await onceSender.send(call, id);
      doneIds.current.add(id);
      update(number, { state: 'done', isUnknown: false, message: onceText(kind, answer.done, action.label) });
      onOutcome(true);
    } catch (error) {
      update(number, {
        state: 'failed',
        message: error instanceof ScanRefusal ? error.message : messageOf(error),
        isUnknown: !(error instanceof ScanRefusal) && isOutcomeUnknown(error),
      });
      onOutcome(false);
    }
  };
  const enqueue = (scan: Pick<Scan, 'number' | 'code'>, values: DialogValues | null): void => {
    queue.current = queue.current.then(() => processScan(scan, values));
  };
  return {
    scans,
    label,
    /** Adds a code. `values`: the current values of the button's dialog. */
    add(code: string, values: DialogValues | null): void {
      lastNumber.current += 1;
      const scan: Scan = {
        number: lastNumber.current,
        code,
        title: '',
        state: 'waiting',
        message: '',
        isUnknown: false,
      };
      setScans((list) => [scan, ...list]);
      enqueue(scan, values);
    },
    /** Processes a failed code again. */
    repeat(scan: Scan, values: DialogValues | null): void {
      update(scan.number, { state: 'waiting', message: '' });
      enqueue(scan, values);
    },
  };
}
