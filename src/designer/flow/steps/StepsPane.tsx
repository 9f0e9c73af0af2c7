import { RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Space } from 'antd';
import { useState } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import type { OrgNode } from '../../../runtime/services/people.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';
import { SettingsPane } from '../SettingsPane.tsx';
import { allSteps, type Plan } from './plan.ts';
import { StepList } from './StepList.tsx';
import { StepPanel } from './StepPanel.tsx';
import type { Planning } from './usePlan.ts';

interface Props {
  planning: Planning;
  plan: Plan;
  marks: ReadonlyMap<string, string>;
  selected: string;
  onSelect(id: string): void;
  isNarrow: boolean;
}

/** Returns the ids of all users or departments that are candidates or recipients in a plan, joined by commas. */
function idsIn(plan: Plan, wanted: 'user' | 'dept'): string {
  const ids = [...allSteps(plan.steps)]
    .flatMap((step) => (step.kind === 'branch' ? [] : [...step.data.candidates, ...step.data.cc]))
    .filter(({ type }) => type === wanted)
    .flatMap(({ value = '' }) => value.split(','));
  return [...new Set(ids.filter(Boolean))].sort().join(',');
}

const namesIn = (nodes: readonly OrgNode[]): [string, string][] =>
  nodes.flatMap(({ id, name, children = [] }) => [[id, name] as [string, string], ...namesIn(children)]);

/** The process as a list of steps, and the settings of the selected step. */
export function StepsPane({ planning, plan, marks, selected, onSelect, isNarrow }: Props) {
  const services = useServices();
  const [isOpen, setOpen] = useState(false);
  const userIds = idsIn(plan, 'user');
  const hasDepts = idsIn(plan, 'dept') !== '';
  const { load } = useLoad(
    () => (userIds === '' ? Promise.resolve([]) : services.users.byIds(userIds.split(','))),
    [services, userIds],
  );
  const { load: depts } = useLoad(() => (hasDepts ? services.orgs.tree() : Promise.resolve([])), [services, hasDepts]);
  const people = new Map([
    ...namesIn(depts.value ?? []),
    ...(load.value ?? []).map(({ id, showName }) => [id, showName] as const),
  ]);
  const shown = selected === '' ? plan.applicant.id : selected;
  return (
    <>
      <div className="fd-main">
        <div className="fd-tools">
          <Space>
            <Button
              size="small"
              icon={<UndoOutlined />}
              disabled={!planning.undo}
              onClick={() => planning.undo?.()}
              data-action="undo"
            >
              撤销
            </Button>
            <Button
              size="small"
              icon={<RedoOutlined />}
              disabled={!planning.redo}
              onClick={() => planning.redo?.()}
              data-action="redo"
            >
              重做
            </Button>
          </Space>
        </div>
        <div className="fd-scroll">
          <StepList
            plan={plan}
            selected={shown}
            marks={marks}
            people={people}
            onSelect={(id) => {
              onSelect(id);
              setOpen(true);
            }}
            onChange={(next, id) => {
              planning.change(next);
              if (id !== undefined) {
                onSelect(id);
                if (isNarrow && id !== plan.applicant.id) setOpen(true);
              }
            }}
          />
        </div>
      </div>
      <SettingsPane isNarrow={isNarrow} isOpen={isOpen} onClose={() => setOpen(false)}>
        <StepPanel plan={plan} selected={shown} onChange={planning.change} />
      </SettingsPane>
    </>
  );
}
