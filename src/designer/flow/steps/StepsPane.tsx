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
import type { EditablePlan } from './usePlan.ts';

interface Props {
  editablePlan: EditablePlan;
  plan: Plan;
  /** By the id of a step or branch: the level of its most severe problem; `path` if the last trial went through it. */
  marks: ReadonlyMap<string, string>;
  /** '': the applicant's step. */
  selectedId: string;
  onSelect(id: string): void;
  isNarrow: boolean;
}

/** Returns the ids of all users or departments that are holders or receive copies in a plan, joined by commas. */
function joinedIdsIn(plan: Plan, wantedType: 'user' | 'dept'): string {
  const ids = [...allSteps(plan.steps)]
    .flatMap((step) => (step.kind === 'branch' ? [] : [...step.data.candidates, ...step.data.cc]))
    .filter(({ type }) => type === wantedType)
    .flatMap(({ value = '' }) => value.split(','));
  return [...new Set(ids.filter(Boolean))].sort().join(',');
}

/** Returns the id and name of each node of an organisation tree. */
const idsAndNamesIn = (nodes: readonly OrgNode[]): [string, string][] =>
  nodes.flatMap(({ id, name, children = [] }) => [[id, name] as [string, string], ...idsAndNamesIn(children)]);

/** The process as a list of steps, and the settings of the selected step. */
export function StepsPane({ editablePlan, plan, marks, selectedId, onSelect, isNarrow }: Props) {
  const services = useServices();
  const [isPanelOpen, setPanelOpen] = useState(false);
  const userIds = joinedIdsIn(plan, 'user');
  const hasDepts = joinedIdsIn(plan, 'dept') !== '';
  const { load: users } = useLoad(
    () => (userIds === '' ? Promise.resolve([]) : services.users.byIds(userIds.split(','))),
    [services, userIds],
  );
  const { load: depts } = useLoad(() => (hasDepts ? services.orgs.tree() : Promise.resolve([])), [services, hasDepts]);
  const namesById = new Map([
    ...idsAndNamesIn(depts.value ?? []),
    ...(users.value ?? []).map(({ id, showName }) => [id, showName] as const),
  ]);
  const shownId = selectedId === '' ? plan.applicant.id : selectedId;
  return (
    <>
      <div className="fd-main">
        <div className="fd-tools">
          <Space>
            <Button
              size="small"
              icon={<UndoOutlined />}
              disabled={!editablePlan.undo}
              onClick={() => editablePlan.undo?.()}
              data-action="undo"
            >
              撤销
            </Button>
            <Button
              size="small"
              icon={<RedoOutlined />}
              disabled={!editablePlan.redo}
              onClick={() => editablePlan.redo?.()}
              data-action="redo"
            >
              重做
            </Button>
          </Space>
        </div>
        <div className="fd-scroll">
          <StepList
            plan={plan}
            selectedId={shownId}
            marks={marks}
            namesById={namesById}
            onSelect={(id) => {
              onSelect(id);
              setPanelOpen(true);
            }}
            onChange={(next, id) => {
              editablePlan.change(next);
              if (id !== undefined) {
                onSelect(id);
                if (isNarrow && id !== plan.applicant.id) setPanelOpen(true);
              }
            }}
          />
        </div>
      </div>
      <SettingsPane isNarrow={isNarrow} isOpen={isPanelOpen} onClose={() => setPanelOpen(false)}>
        <StepPanel plan={plan} selectedId={shownId} onChange={editablePlan.change} />
      </SettingsPane>
    </>
  );
}
