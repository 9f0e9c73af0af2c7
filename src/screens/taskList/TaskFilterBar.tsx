import { Button, DatePicker, Input, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useId, useState } from 'react';
import type { TaskGroups, TaskSource } from '../../runtime/services/tasks.ts';
import { unlessComposing } from '../../runtime/host/composing.ts';
import { stateLabel, WITHDRAWN_LABEL } from '../shared/flowState.ts';
import {
  isFiltered,
  STATE_FILTERS,
  TIME_FIELDS,
  WITHDRAWN,
  type TaskFilters,
  type TaskListState,
} from './taskState.ts';

interface Props {
  source: TaskSource;
  state: TaskListState;
  groups: TaskGroups | null;
  /** The nodes to which the document limits the list; the node filter is hidden for a single node. */
  nodeKeys?: readonly string[] | undefined;
  onChange(filters: Partial<TaskFilters>): void;
  onReset(): void;
}

const DAY_FORMAT = 'YYYY-MM-DD';
const parseDay = (text: string): Dayjs | null => (text ? dayjs(text, DAY_FORMAT) : null);

/** Quick filters with counts: own or other unit, urgent, overdue. */
function QuickFilters({ source, state, groups, onChange }: Omit<Props, 'onReset' | 'nodeKeys'>) {
  const filterButton = (name: string, text: string, count: number, isOn: boolean, filters: Partial<TaskFilters>) => (
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
  const sideFilter = (value: 'inner' | 'outer'): Partial<TaskFilters> => ({ side: state.side === value ? '' : value });
  return (
    <fieldset className="tl-marks" aria-label="快速筛选">
      {source === 'todo'
        ? [
            filterButton('inner', '内部', inner, state.side === 'inner', sideFilter('inner')),
            filterButton('outer', '外部', outer, state.side === 'outer', sideFilter('outer')),
          ]
        : null}
      {filterButton('urgent', '紧急', urgent, state.urgent, { urgent: !state.urgent })}
      {source === 'todo' ? filterButton('overdue', '超时', overdue, state.overdue, { overdue: !state.overdue }) : null}
    </fieldset>
  );
}

const stateName = (state: string): string => (state === WITHDRAWN ? WITHDRAWN_LABEL : stateLabel(state));

/** Selector of the flow state, with counts. */
function StateSelect({ state, groups, onChange }: Pick<Props, 'state' | 'groups' | 'onChange'>) {
  const countOf = (state: string): number | undefined =>
    state === WITHDRAWN ? groups?.withdrawn : groups?.states && (groups.states[state] ?? 0);
  return (
    <Select
      className="tl-state"
      aria-label="状态"
      placeholder="全部状态"
      allowClear
      value={state.state || undefined}
      popupMatchSelectWidth={false}
      data-filter="state"
      options={STATE_FILTERS.map((value) => {
        const count = countOf(value);
        return { value, label: count === undefined ? stateName(value) : `${stateName(value)}（${count}）` };
      })}
      onChange={(next?: string) => onChange({ state: next ?? '' })}
    />
  );
}

/** Filters for node, applicant, state and time; each takes effect immediately. */
export function TaskFilterBar(props: Props) {
  const { source, state, groups, nodeKeys, onChange, onReset } = props;
  const nodes = (groups?.nodes ?? []).filter(({ taskNode }) => nodeKeys?.includes(taskNode) ?? true);
  const id = useId();
  const [nameInput, setNameInput] = useState({ appliedName: state.who, typedText: state.who });
  // another applied name (back button, reset) replaces the text that the user typed before
  const typedName = nameInput.appliedName === state.who ? nameInput.typedText : state.who;
  const commit = (): void => {
    if (typedName.trim() !== state.who) onChange({ who: typedName.trim() });
  };
  const timeLabel = TIME_FIELDS[source].label;
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
          value={typedName}
          maxLength={50}
          onPressEnter={unlessComposing(commit)}
          onBlur={commit}
          data-filter="who"
          onChange={({ target }) => setNameInput({ appliedName: state.who, typedText: target.value })}
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
        placeholder={[`${timeLabel}起`, '止']}
        aria-label={timeLabel}
        value={[parseDay(state.from), parseDay(state.to)]}
        onChange={(days) =>
          onChange({ from: days?.[0]?.format(DAY_FORMAT) ?? '', to: days?.[1]?.format(DAY_FORMAT) ?? '' })
        }
      />
      <QuickFilters source={source} state={state} groups={groups} onChange={onChange} />
      {isFiltered(state) ? (
        <Button type="link" size="small" onClick={onReset} data-action="reset">
          清除条件
        </Button>
      ) : null}
    </search>
  );
}
