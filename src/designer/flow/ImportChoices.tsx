import { Alert, Modal, Select } from 'antd';
import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import type { HolderChoice, ImportedFlow, ImportedHolder } from '../../runtime/services/documents.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { PeopleSelect } from './panel/PeopleSelect.tsx';

const TYPE_NAMES: Readonly<Record<ImportedHolder['type'], string>> = {
  role: '角色',
  user: '人员',
  post: '岗位',
  dept: '部门',
};
const UNDECIDED = '';
const REPLACEMENT_TYPE_OPTIONS: readonly { value: HolderChoice['type'] | typeof UNDECIDED; label: string }[] = [
  { value: UNDECIDED, label: '以后再指定' },
  { value: 'deptLeader', label: '部门负责人' },
  { value: 'role', label: '角色' },
  { value: 'post', label: '岗位' },
  { value: 'user', label: '指定人员' },
  { value: 'choice', label: '申请人自选' },
];
/** Values of the types that need no input. `deptLeader` 1: the leader of the applicant's department. */
const FIXED_VALUES: Readonly<Partial<Record<HolderChoice['type'], string>>> = { deptLeader: '1', choice: '' };
const isComplete = ({ type, value }: HolderChoice): boolean => FIXED_VALUES[type] !== undefined || value !== '';

interface Props {
  imported: ImportedFlow;
  isBusy: boolean;
  /** Called when the user selects another process of the file. */
  onProcessSelect(process: string): void;
  /** `holders`: the replacements of unknown holders, by type and value of the holder (`role:manager`). */
  onDone(holders: Readonly<Record<string, HolderChoice>>): void;
  onClose(): void;
}

/** A dialog for decisions during an import: the process to import, and the replacements of unknown holders. */
export function ImportChoices({ imported, isBusy, onProcessSelect, onDone, onClose }: Props) {
  useReturnedFocus();
  const { flows } = useServices();
  const { load } = useLoad(() => flows.holders(), [flows]);
  const [choices, setChoices] = useState<Readonly<Record<string, HolderChoice>>>({});
  const [isValueMissing, setValueMissing] = useState(false);
  const { roles = [], posts = [] } = load.value ?? {};
  const unknownHolders = imported.holders.filter(({ isKnown }) => !isKnown);
  const setChoice = (key: string, choice: HolderChoice | null): void => {
    const { [key]: _previous, ...others } = choices;
    setChoices(choice ? { ...others, [key]: choice } : others);
    setValueMissing(false);
  };
  const finish = (): void => {
    if (Object.values(choices).every(isComplete)) onDone(choices);
    else setValueMissing(true);
  };
  return (
    <Modal
      open
      title="导入设置"
      okText="导入"
      cancelText="取消"
      width="min(760px, 94vw)"
      confirmLoading={isBusy}
      onOk={finish}
      onCancel={onClose}
      maskClosable={false}
    >
      {imported.processes.length > 1 ? (
        <div className="fd-item" data-import="process">
          <label className="fd-label" htmlFor="fd-process">
            文件中有 {imported.processes.length} 个流程，导入哪一个
          </label>
          <Select
            id="fd-process"
            value={imported.process}
            disabled={isBusy}
            options={imported.processes.map(({ id, name, nodes, tasks }) => ({
              value: id,
              label: `${name}（${nodes} 个节点，其中 ${tasks} 个任务）`,
            }))}
            onChange={onProcessSelect}
          />
        </div>
      ) : null}
      {unknownHolders.length > 0 ? (
        <>
          <Alert
            type="warning"
            showIcon
            message="下列办理人在本系统中不存在，请指定由谁办理；以后再指定的，发布时会再次提示。"
          />
          <ul className="fd-holders">
            {unknownHolders.map(({ type, value, tasks }) => {
              const key = `${type}:${value}`;
              const choice = choices[key];
              const label = `${TYPE_NAMES[type]}“${value}”`;
              return (
                <li key={key} data-holder={key}>
                  <span>
                    {label}
                    <small>用于：{tasks.map(({ name }) => name).join('、')}</small>
                  </span>
                  <Select
                    aria-label={`${label}改为`}
                    disabled={isBusy}
                    value={choice?.type ?? UNDECIDED}
                    options={[...REPLACEMENT_TYPE_OPTIONS]}
                    onChange={(selectedType: HolderChoice['type'] | typeof UNDECIDED) =>
                      setChoice(
                        key,
                        selectedType === UNDECIDED
                          ? null
                          : { type: selectedType, value: FIXED_VALUES[selectedType] ?? '' },
                      )
                    }
                  />
                  {choice?.type === 'role' || choice?.type === 'post' ? (
                    <Select
                      aria-label={`${label}改为哪个${TYPE_NAMES[choice.type]}`}
                      placeholder={`选择${TYPE_NAMES[choice.type]}`}
                      showSearch
                      optionFilterProp="label"
                      status={isValueMissing && choice.value === '' ? 'error' : ''}
                      value={choice.value || undefined}
                      options={
                        choice.type === 'role'
                          ? roles.map(({ code, name }) => ({ value: code, label: name }))
                          : posts.map((post) => ({ value: post, label: post }))
                      }
                      onChange={(next: string) => setChoice(key, { ...choice, value: next })}
                    />
                  ) : null}
                  {choice?.type === 'user' ? (
                    <PeopleSelect
                      value={choice.value}
                      label={`${label}改为哪些人员`}
                      onChange={(next) => setChoice(key, { ...choice, value: next })}
                    />
                  ) : null}
                </li>
              );
            })}
          </ul>
          {isValueMissing ? (
            <span className="sc-error" role="alert">
              请选择角色、岗位或人员，或改为“以后再指定”
            </span>
          ) : null}
        </>
      ) : null}
    </Modal>
  );
}
