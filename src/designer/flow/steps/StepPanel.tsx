import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import { Candidates } from '../panel/Candidates.tsx';
import { FieldRules } from '../panel/FieldRules.tsx';
import { LabelledSetting } from '../panel/LabelledSetting.tsx';
import { CommitOnBlurInput } from '../panel/CommitOnBlurInput.tsx';
import { TaskPanel } from '../panel/TaskPanel.tsx';
import { replaceStep } from './changePlan.ts';
import { allSteps, type Branch, type BranchStep, type Plan, type Step } from './plan.ts';

/** Finds a step, or a branch of a branch step, by its id. */
function findSelected(plan: Plan, id: string): { step: Step; branch: Branch | null } | null {
  for (const step of [plan.applicant, ...allSteps(plan.steps)]) {
    if (step.id === id) return { step, branch: null };
    const branch = step.kind === 'branch' ? step.branches.find((candidate) => candidate.id === id) : undefined;
    if (branch) return { step, branch };
  }
  return null;
}

function BranchSettings({
  step,
  branch,
  onChange,
}: {
  step: BranchStep;
  branch: Branch;
  onChange(next: BranchStep): void;
}) {
  const change = (next: Branch): void =>
    onChange({ ...step, branches: step.branches.map((existing) => (existing.id === branch.id ? next : existing)) });
  return (
    <>
      <LabelledSetting label="名称">
        <CommitOnBlurInput
          key={branch.id}
          value={branch.name}
          label="名称"
          maxLength={100}
          onCommit={(name) => change({ ...branch, name })}
        />
      </LabelledSetting>
      {step.mode === 'parallel' ? (
        <p className="sc-note">并行分支的每条路都会走，不设条件。</p>
      ) : branch.isDefault ? (
        <p className="sc-note">其他条件都不满足时走这条路。</p>
      ) : (
        <LabelledSetting label="走这条路的条件">
          <ConditionEditor
            key={branch.id}
            value={branch.condition}
            onChange={(condition) => change({ ...branch, condition })}
          />
        </LabelledSetting>
      )}
    </>
  );
}

/** The settings of the selected step or branch; of the applicant's step if the id is unknown. */
export function StepPanel({
  plan,
  selectedId,
  onChange,
}: {
  plan: Plan;
  selectedId: string;
  onChange(plan: Plan): void;
}) {
  const selection = findSelected(plan, selectedId) ?? { step: plan.applicant, branch: null };
  const { step, branch } = selection;
  const setStep = (next: Step): void => onChange(replaceStep(plan, next));
  const kindName = { task: '审批步骤', copy: '抄送', branch: '分支' }[branch ? 'branch' : step.kind];
  const title = !branch && step.id === plan.applicant.id ? '申请人节点' : kindName;
  return (
    <section className="fd-panel" aria-label="设置" data-element={branch?.id ?? step.id}>
      <header>
        <strong>{title}</strong>
      </header>
      {branch && step.kind === 'branch' ? (
        <BranchSettings step={step} branch={branch} onChange={setStep} />
      ) : (
        <LabelledSetting label="名称">
          <CommitOnBlurInput
            key={step.id}
            value={step.name}
            label="名称"
            maxLength={100}
            onCommit={(name) => setStep({ ...step, name })}
          />
        </LabelledSetting>
      )}
      {step.kind === 'task' ? (
        <TaskPanel
          key={step.id}
          value={step.data}
          isApplicant={step.id === plan.applicant.id}
          onChange={(data) => setStep({ ...step, data })}
        />
      ) : null}
      {step.kind === 'copy' ? (
        <>
          <LabelledSetting label="抄送给">
            <Candidates
              itemName="抄送人"
              value={step.data.cc}
              onChange={(cc) => setStep({ ...step, data: { ...step.data, cc } })}
            />
          </LabelledSetting>
          <LabelledSetting label="抄送人能看到">
            <FieldRules
              value={step.data}
              isApplicant={false}
              isForCopies
              onChange={(data) => setStep({ ...step, data })}
            />
          </LabelledSetting>
        </>
      ) : null}
    </section>
  );
}
