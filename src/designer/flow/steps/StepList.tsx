import {
  ApartmentOutlined,
  ArrowDownOutlined,
  ArrowUpOutlined,
  AuditOutlined,
  BranchesOutlined,
  DeleteOutlined,
  MailOutlined,
  PlusOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { createContext, useContext, type ReactNode } from 'react';
import { actionName } from '../../../screens/todo/actionNames.ts';
import { describeCondition } from '../conditions/simpleCondition.ts';
import { ruleCount } from '../panel/access.ts';
import { useSettingsData, type SettingsData } from '../panel/design.ts';
import { describeDuration } from '../panel/duration.ts';
import { holderText, jointDecisionText } from '../panel/labels.ts';
import { ElementMark } from '../../reviews/CommentMark.tsx';
import { addBranch, insertStep, moveStep, removeStep, replaceStep, type StepListId } from './changePlan.ts';
import {
  newId,
  newBranchStep,
  newCopy,
  newTask,
  unusedBranchName,
  type Branch,
  type BranchMode,
  type BranchStep,
  type Plan,
  type Step,
  type TaskStep,
} from './plan.ts';

interface StepListProps {
  plan: Plan;
  selectedId: string;
  /**
   * The mark of a step or branch, by its id: `error` or `warning` if it has such a problem (`error` if both), otherwise
   * `path` if the last trial run passed it.
   */
  marks: ReadonlyMap<string, string>;
  /** Names of users and departments, by id. */
  namesById: ReadonlyMap<string, string>;
  /** Called with the id of the step or branch that the user selects. */
  onSelect(id: string): void;
  /** Called with the changed plan, and with the id of the element to select; without an id the selection stays. */
  onChange(plan: Plan, selectedId?: string): void;
}

const StepListContext = createContext<StepListProps | null>(null);
const useStepList = (): StepListProps => useContext(StepListContext) as StepListProps;

const MODE_NAMES: Readonly<Record<BranchMode, string>> = {
  exclusive: '条件分支：走满足条件的第一条',
  parallel: '并行分支：几条同时走',
  inclusive: '包容分支：走所有满足条件的',
};

/** Summarizes the settings of a task step in one line. */
function summarize({ data }: TaskStep, settingsData: SettingsData, namesById: ReadonlyMap<string, string>): string {
  const holders =
    data.candidates.map((candidate) => holderText(candidate, settingsData, namesById)).join('、') || '未设置办理人';
  const details = [
    jointDecisionText(data.sign),
    data.timer.due ? `限 ${describeDuration(data.timer.due)}` : '',
    data.cc.length > 0
      ? `抄送 ${data.cc.map((candidate) => holderText(candidate, settingsData, namesById)).join('、')}`
      : '',
    ruleCount(data) > 0 ? `字段权限 ${ruleCount(data)} 项` : '',
  ];
  return [holders, ...details.filter(Boolean)].join('　·　');
}

/** A button that inserts a step at position `index` of a list of steps (`StepListId`). */
function AddButton({ listId, index }: { listId: StepListId; index: number }) {
  const { plan, onChange } = useStepList();
  const add = (step: Step): void => onChange(insertStep(plan, listId, index, step), step.id);
  return (
    <div className="fd-add">
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'task', icon: <AuditOutlined />, label: '审批', onClick: () => add(newTask()) },
            {
              key: 'sign',
              icon: <AuditOutlined />,
              label: `会签（全部${actionName('approve')}）`,
              onClick: () => {
                const task = newTask('会签');
                add({ ...task, data: { ...task.data, candidates: [{ type: 'user' }], sign: { mode: 'all' } } });
              },
            },
            { key: 'copy', icon: <MailOutlined />, label: '抄送', onClick: () => add(newCopy()) },
            {
              key: 'exclusive',
              icon: <BranchesOutlined />,
              label: '条件分支',
              onClick: () => add(newBranchStep('exclusive')),
            },
            {
              key: 'parallel',
              icon: <ApartmentOutlined />,
              label: '并行分支',
              onClick: () => add(newBranchStep('parallel')),
            },
          ],
        }}
      >
        <Button
          shape="circle"
          size="small"
          icon={<PlusOutlined />}
          aria-label="在此处添加步骤"
          data-action="addStep"
          data-place={listId ?? ''}
          data-index={index}
        />
      </Dropdown>
    </div>
  );
}

/** A card that selects the step or branch with this id. `kind`: the value of `data-kind`. */
function Card({
  id,
  kind,
  icon,
  title,
  text,
  tools,
}: {
  id: string;
  kind: string;
  icon: ReactNode;
  title: string;
  text: string;
  tools?: ReactNode;
}) {
  const { selectedId, marks, onSelect } = useStepList();
  return (
    <div
      className="fd-card"
      data-step={id}
      data-kind={kind}
      data-mark={marks.get(id)}
      data-selected={selectedId === id}
    >
      <button type="button" className="fd-card-main" onClick={() => onSelect(id)} aria-pressed={selectedId === id}>
        <span className="fd-card-title">
          {icon} {title}
        </span>
        <span className="fd-card-text">{text}</span>
      </button>
      {tools ? <span className="fd-card-tools">{tools}</span> : null}
      <ElementMark id={id} onSelect={onSelect} />
    </div>
  );
}

/** Buttons that move a step within its list of steps, or remove it. */
function StepTools({ id, name, isFirst, isLast }: { id: string; name: string; isFirst: boolean; isLast: boolean }) {
  const { plan, onChange } = useStepList();
  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        disabled={isFirst}
        aria-label={`上移“${name}”`}
        onClick={() => onChange(moveStep(plan, id, -1))}
        data-action="moveUp"
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined />}
        disabled={isLast}
        aria-label={`下移“${name}”`}
        onClick={() => onChange(moveStep(plan, id, 1))}
        data-action="moveDown"
      />
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={`删除“${name}”`}
        onClick={() => onChange(removeStep(plan, id), plan.applicant.id)}
        data-action="removeStep"
      />
    </>
  );
}

/** A card for a branch, and under it the cards of its steps. */
function BranchCard({ step, branch }: { step: BranchStep; branch: Branch }) {
  const { plan, selectedId, onChange } = useStepList();
  const { fields } = useSettingsData();
  const name = branch.name || (branch.isDefault ? '其他情况' : '分支');
  const describeBranch = (): string => {
    if (step.mode === 'parallel') return '同时进行';
    if (branch.isDefault) return '以上条件都不满足时';
    return branch.condition === '' ? '未设置条件' : describeCondition(branch.condition, fields);
  };
  const text = describeBranch();
  const removeButton = (
    <Button
      type="text"
      size="small"
      icon={<DeleteOutlined />}
      disabled={step.branches.length <= 2}
      aria-label={`删除分支“${name}”`}
      onClick={() =>
        onChange(
          replaceStep(plan, { ...step, branches: step.branches.filter(({ id }) => id !== branch.id) }),
          selectedId === branch.id ? step.id : undefined,
        )
      }
      data-action="removeBranch"
    />
  );
  return (
    <div className="fd-branch" data-branch={branch.id}>
      <Card
        id={branch.id}
        kind="way"
        icon={<BranchesOutlined />}
        title={name}
        text={text}
        tools={branch.isDefault ? undefined : removeButton}
      />
      <StepCards steps={branch.steps} listId={branch.id} />
    </div>
  );
}

/** A branch step: its name and mode, and a card for each branch. `tools`: the buttons of `StepTools`. */
function BranchGroup({ step, tools }: { step: BranchStep; tools: ReactNode }) {
  const { plan, onChange, onSelect } = useStepList();
  const add = (): void => {
    const branch: Branch = {
      id: newId('way'),
      name: unusedBranchName(step),
      condition: '',
      isDefault: false,
      steps: step.mode === 'parallel' ? [newTask()] : [],
    };
    onChange(replaceStep(plan, addBranch(step, branch)), branch.id);
  };
  return (
    <div className="fd-group" data-group={step.mode}>
      <ElementMark id={step.id} onSelect={onSelect} />
      <div className="fd-group-head">
        <span>
          {step.name ? `${step.name}　` : ''}
          {MODE_NAMES[step.mode]}
        </span>
        <span>
          <Button type="link" size="small" icon={<PlusOutlined />} onClick={add} data-action="addBranch">
            加一条
          </Button>
          {tools}
        </span>
      </div>
      <div className="fd-branches">
        {step.branches.map((branch) => (
          <BranchCard key={branch.id} step={step} branch={branch} />
        ))}
      </div>
    </div>
  );
}

/** The steps of one list of steps, with a button before the first step and after each step that adds a step. */
function StepCards({ steps, listId }: { steps: readonly Step[]; listId: StepListId }) {
  const settingsData = useSettingsData();
  const { namesById } = useStepList();
  return (
    <>
      <AddButton listId={listId} index={0} />
      {steps.map((step, index) => {
        const tools = (
          <StepTools
            id={step.id}
            name={step.name || '分支'}
            isFirst={index === 0}
            isLast={index === steps.length - 1}
          />
        );
        return (
          <div key={step.id} className="fd-step">
            {step.kind === 'branch' ? (
              <BranchGroup step={step} tools={tools} />
            ) : step.kind === 'task' ? (
              <Card
                id={step.id}
                kind="task"
                icon={<AuditOutlined />}
                title={step.name}
                text={summarize(step, settingsData, namesById)}
                tools={tools}
              />
            ) : (
              <Card
                id={step.id}
                kind="copy"
                icon={<MailOutlined />}
                title={step.name}
                text={
                  step.data.cc.map((recipient) => holderText(recipient, settingsData, namesById)).join('、') ||
                  '未设置抄送人'
                }
                tools={tools}
              />
            )}
            <AddButton listId={listId} index={index + 1} />
          </div>
        );
      })}
    </>
  );
}

/** The process from top to bottom: a card for the applicant, then the steps with their branches (`StepCards`). */
export function StepList(props: StepListProps) {
  const { plan } = props;
  return (
    <StepListContext value={props}>
      <div className="fd-steps" data-list="steps">
        <Card
          id={plan.applicant.id}
          kind="applicant"
          icon={<UserOutlined />}
          title={plan.applicant.name}
          text={
            ruleCount(plan.applicant.data) > 0
              ? `申请人填写表单　·　字段权限 ${ruleCount(plan.applicant.data)} 项`
              : '申请人填写表单'
          }
        />
        <StepCards steps={plan.steps} listId={null} />
        <div className="fd-finish">结束</div>
      </div>
    </StepListContext>
  );
}
