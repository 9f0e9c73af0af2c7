import { Button, DatePicker, Input, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useId, useState } from 'react';
import type { TaskGroups, TaskSource } from '../../runtime/services/tasks.ts';
import { stateLabel, WITHDRAWN_LABEL } from '../shared/flowState.ts';
import { isFiltered, STATES, TIME_OF, WITHDRAWN, type TaskFilters, type TaskListState } from './taskState.ts';

interface Props {
  source: TaskSource;
  state: TaskListState;
  groups: TaskGroups | null;
  /** The nodes of a queue; one node is nothing to choose. */
  nodeKeys?: readonly string[] | undefined;
  onChange(filters: Partial<TaskFilters>): void;
  onReset(): void;
}

const FORMAT = 'YYYY-MM-DD';
const dayOf = (text: string): Dayjs | null => (text ? dayjs(text, FORMAT) : null);

/** Marks to choose by, with their numbers: own unit or another, urgent, late. */
function Marks({ source, state, groups, onChange }: Omit<Props, 'onReset' | 'nodeKeys'>) {
  const mark = (name: string, text: string, count: number, isOn: boolean, filters: Partial<TaskFilters>) => (
    <button
      key={name}
      type="button"
      aria-pressed={isOn}
      className="tl-mark"
      onClick={() => onChange(filters)}
      data-mark={name}
    >
      {text}
      {groups ? <span className="tl-number">{count}</span> : null}
    </button>
  );
  const { inner = 0, outer = 0, urgent = 0, overdue = 0 } = groups ?? {};
  const side = (which: 'inner' | 'outer'): Partial<TaskFilters> => ({ side: state.side === which ? '' : which });
  return (
    <fieldset className="tl-marks" aria-label="快速筛选">
      {source === 'todo'
        ? [
            mark('inner', '内部', inner, state.side === 'inner', side('inner')),
            mark('outer', '外部', outer, state.side === 'outer', side('outer')),
          ]
        : null}
      {mark('urgent', '紧急', urgent, state.urgent, { urgent: !state.urgent })}
      {source === 'todo' ? mark('overdue', '超时', overdue, state.overdue, { overdue: !state.overdue }) : null}
    </fieldset>
  );
}

const stateName = (state: string): string => (state === WITHDRAWN ? WITHDRAWN_LABEL : stateLabel(state));

/** How the application stands, with how many there are of each. */
function StateSelect({ state, groups, onChange }: Pick<Props, 'state' | 'groups' | 'onChange'>) {
  const countOf = (one: string): number | undefined =>
    one === WITHDRAWN ? groups?.withdrawn : groups?.states && (groups.states[one] ?? 0);
  return (
    <Select
      className="tl-state"
      aria-label="状态"
      placeholder="全部状态"
      allowClear
      value={state.state || undefined}
      popupMatchSelectWidth={false}
      data-filter="state"
      options={STATES.map((value) => {
        const count = countOf(value);
        return { value, label: count === undefined ? stateName(value) : `${stateName(value)}（${count}）` };
      })}
      onChange={(next?: string) => onChange({ state: next ?? '' })}
    />
  );
}

/** Node, applicant, state and time, each in force as soon as it is chosen. */
export function TaskFilterBar(props: Props) {
  const { source, state, groups, nodeKeys, onChange, onReset } = props;
  const nodes = (groups?.nodes ?? []).filter(({ taskNode }) => nodeKeys?.includes(taskNode) ?? true);
  const id = useId();
  const [edit, setEdit] = useState({ of: state.who, typed: state.who });
  const who = edit.of === state.who ? edit.typed : state.who;
  const commit = (): void => {
    if (who.trim() !== state.who) onChange({ who: who.trim() });
  };
  const time = TIME_OF[source].label;
  return (
    <search className="tl-filters" aria-label="查询条件">
      {source === 'start' || source === 'copy' || nodeKeys?.length === 1 ? null : (
        <Select
          className="tl-node"
          aria-label="办理节点"
          placeholder="办理节点"
          allowClear
          showSearch
          value={state.node || undefined}
          popupMatchSelectWidth={false}
          data-filter="node"
          options={nodes.map(({ taskNode, count }) => ({
            value: taskNode,
            label: `${taskNode}（${count}）`,
          }))}
          onChange={(node?: string) => onChange({ node: node ?? '' })}
        />
      )}
      {source === 'start' ? null : (
        <Input
          className="tl-who"
          id={`${id}-who`}
          aria-label="发起人"
          placeholder="发起人"
          allowClear
          value={who}
          maxLength={50}
          onPressEnter={commit}
          onBlur={commit}
          data-filter="who"
          onChange={({ target }) => setEdit({ of: state.who, typed: target.value })}
          onClear={() => onChange({ who: '' })}
        />
      )}
      {source === 'start' || source === 'copy' ? (
        <StateSelect state={state} groups={groups} onChange={onChange} />
      ) : null}
      <DatePicker.RangePicker
        className="tl-time"
        id={{ start: `${id}-from`, end: `${id}-to` }}
        allowEmpty={[true, true]}
        placeholder={[`${time}起`, '止']}
        aria-label={time}
        value={[dayOf(state.from), dayOf(state.to)]}
        onChange={(days) => onChange({ from: days?.[0]?.format(FORMAT) ?? '', to: days?.[1]?.format(FORMAT) ?? '' })}
      />
      <Marks source={source} state={state} groups={groups} onChange={onChange} />
      {isFiltered(state) ? (
        <Button type="link" size="small" onClick={onReset} data-action="reset">
          清除条件
        </Button>
      ) : null}
    </search>
  );
}
