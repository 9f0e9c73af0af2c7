import { DeleteOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Radio, Select, Skeleton, TreeSelect } from 'antd';
import { useRef, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import type { OrgNode } from '../../runtime/services/people.ts';
import { Failure } from '../shared/Failure.tsx';
import { messageOf } from '../shared/messages.ts';
import { useLoad } from '../shared/useLoad.ts';
import type { Folder, FolderCalls, FolderLevel, FolderRight } from './folderCalls.ts';

interface Props {
  folder: Folder;
  /** Name of the parent folder; '' for the root. */
  parentName: string;
  calls: FolderCalls;
  /** Called after the rights were saved. */
  onChanged(): void;
  onClose(): void;
}

const LEVELS: { value: FolderLevel; label: string }[] = [
  { value: 'read', label: '可查看' },
  { value: 'write', label: '可上传和修改' },
  { value: 'manage', label: '可管理' },
];

const toChoices = (nodes: readonly OrgNode[]): object[] =>
  nodes.map(({ id, name, children }) => ({ value: id, title: name, children: toChoices(children ?? []) }));
/** Returns the name of the unit or department with this id in a tree. */
const findName = (nodes: readonly OrgNode[], id: string): string | undefined =>
  nodes.map((node) => (node.id === id ? node.name : findName(node.children ?? [], id))).find(Boolean);

/**
 * Dialog for the rights on a folder: inherited from the parent folder (for the root: the default rights), or rights of
 * the folder itself for everybody, roles, departments and people.
 */
export function RightsDialog({ folder, parentName, calls, onChanged, onClose }: Props) {
  useReturnedFocus();
  const services = useServices();
  const { load, reload } = useLoad(
    async () => ({
      rights: await calls.rights(folder.id),
      roles: (await services.request({ url: '/system/sys/role/options', method: 'GET', params: {} })) as {
        code: string;
        name: string;
      }[],
      orgs: await services.orgs.tree(),
    }),
    [calls, folder.id, services],
  );
  /** The edited rights; null before the first edit. */
  const [unsavedRights, setUnsavedRights] = useState<{ hasOwnRights: boolean; rights: readonly FolderRight[] } | null>(
    null,
  );
  /** The people whom the last search found, as options. */
  const [people, setPeople] = useState<{ value: string; label: string }[]>([]);
  const searchCount = useRef(0);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isRoot = folder.parentId === null;
  const shownRights = unsavedRights ?? { hasOwnRights: folder.hasOwnRights, rights: load.value?.rights ?? [] };
  const change = (next: Partial<typeof shownRights>): void => {
    setUnsavedRights({ ...shownRights, ...next });
    setProblem('');
  };
  const add = (holder: string, name: string): void => {
    if (!shownRights.rights.some((right) => right.holder === holder))
      change({ rights: [...shownRights.rights, { holder, name, level: 'read' }] });
  };
  const findPeople = (name: string): void => {
    const searchNumber = (searchCount.current += 1);
    void services.users.search(name, { pageNum: 1, pageSize: 20 }).then(
      ({ list }) => {
        // the answer of an earlier search may arrive later
        if (searchNumber !== searchCount.current) return;
        setPeople(list.map((item) => ({ value: item.id, label: `${item.showName}　${item.deptName ?? ''}` })));
      },
      (error: unknown) => setProblem(messageOf(error)),
    );
  };
  const save = async (): Promise<void> => {
    if (shownRights.hasOwnRights && shownRights.rights.length === 0) {
      setProblem('请至少添加一行；不单独设置时选择“与上级相同”');
      return;
    }
    setBusy(true);
    try {
      await calls.saveRights(folder, shownRights.hasOwnRights ? shownRights.rights : []);
      onChanged();
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`“${folder.name}”的权限`}
      okText="保存"
      cancelText="取消"
      confirmLoading={isBusy}
      okButtonProps={{ disabled: load.value === undefined }}
      onOk={() => void save()}
      onCancel={onClose}
      maskClosable={false}
      width={600}
    >
      {load.state === 'error' && !load.value ? (
        <Failure error={load.error} onRetry={reload} />
      ) : load.value === undefined ? (
        <Skeleton active />
      ) : (
        <div className="sc-folder-rights">
          <Radio.Group
            value={shownRights.hasOwnRights}
            onChange={({ target }) => change({ hasOwnRights: target.value as boolean })}
            options={[
              { value: false, label: isRoot ? '所有人可查看，管理员可管理' : `与上级“${parentName}”相同` },
              { value: true, label: '单独设置' },
            ]}
          />
          {shownRights.hasOwnRights ? (
            <>
              <ul>
                {shownRights.rights.map((right) => (
                  <li key={right.holder} data-holder={right.holder}>
                    <span>{right.name}</span>
                    <Select<FolderLevel>
                      aria-label={`${right.name}的权限`}
                      value={right.level}
                      options={LEVELS}
                      onChange={(level) =>
                        change({
                          rights: shownRights.rights.map((item) =>
                            item.holder === right.holder ? { ...item, level } : item,
                          ),
                        })
                      }
                    />
                    <Button
                      type="text"
                      icon={<DeleteOutlined />}
                      aria-label={`移除${right.name}`}
                      onClick={() =>
                        change({ rights: shownRights.rights.filter(({ holder }) => holder !== right.holder) })
                      }
                    />
                  </li>
                ))}
              </ul>
              <div className="sc-folder-add">
                <Button
                  onClick={() => add('all', '所有人')}
                  disabled={shownRights.rights.some(({ holder }) => holder === 'all')}
                >
                  加所有人
                </Button>
                <Select
                  aria-label="加角色"
                  placeholder="加角色"
                  showSearch
                  optionFilterProp="label"
                  value={null}
                  options={load.value.roles.map(({ code, name }) => ({ value: code, label: name }))}
                  onChange={(code: string) =>
                    add(`role:${code}`, load.value?.roles.find((role) => role.code === code)?.name ?? code)
                  }
                />
                <TreeSelect
                  aria-label="加部门"
                  placeholder="加部门"
                  showSearch
                  treeNodeFilterProp="title"
                  value={null as string | null}
                  treeData={toChoices(load.value.orgs)}
                  onChange={(id: string | null) => {
                    if (id) add(`dept:${id}`, findName(load.value?.orgs ?? [], id) ?? id);
                  }}
                />
                <Select
                  aria-label="加人员"
                  placeholder="加人员"
                  showSearch
                  filterOption={false}
                  value={null}
                  options={people}
                  onSearch={findPeople}
                  onFocus={() => findPeople('')}
                  onChange={(id: string) =>
                    add(`user:${id}`, people.find(({ value }) => value === id)?.label.split('　')[0] ?? id)
                  }
                />
              </div>
              <Alert
                type="info"
                message="部门含其下级部门。没有列出的人看不到这个文件夹，系统管理员除外；下级文件夹没有单独设置的，与这里相同。"
              />
            </>
          ) : null}
          {problem === '' ? null : (
            <p className="sc-folder-problem" role="alert">
              {problem}
            </p>
          )}
        </div>
      )}
    </Modal>
  );
}
