import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { isDeptFieldHolder } from '../../../domain/bpmn/index.ts';
import { withAttribute, type Attributes } from '../model/taskData.ts';
import { useSettingsData, useElementScope } from './design.ts';
import { CommitOnBlurInput } from './CommitOnBlurInput.tsx';
import { DeptSelect } from './DeptSelect.tsx';
import { PeopleSelect } from './PeopleSelect.tsx';
import { HOLDER_TYPES } from './labels.ts';

const DEPT_LEVELS = [1, 2, 3, 4, 5, 6];
/** The value of a new holder, by its type. */
const INITIAL_VALUES: Readonly<Record<string, string>> = { deptLeader: '1', deptLeaders: '2' };

/** Edits the value of a holder; the control depends on the type of the holder. */
function HolderValue({ type, value, onChange }: { type: string; value: string; onChange(value: string): void }) {
  const { holders, fields, isLoading } = useSettingsData();
  const { table } = useElementScope();
  const multiSelect = (label: string, options: { value: string; label: string }[]): React.ReactNode => (
    <Select
      mode="multiple"
      aria-label={label}
      placeholder={`选择${label}`}
      optionFilterProp="label"
      value={value.split(',').filter(Boolean)}
      options={options}
      onChange={(chosen: string[]) => onChange(chosen.join(','))}
    />
  );
  switch (type) {
    case 'role':
      return multiSelect(
        '角色',
        holders.roles.map(({ code, name }) => ({ value: code, label: name })),
      );
    case 'post':
      return multiSelect(
        '岗位',
        holders.posts.map((post) => ({ value: post, label: post })),
      );
    case 'user':
      return <PeopleSelect value={value} onChange={onChange} />;
    case 'dept':
      return <DeptSelect value={value} onChange={onChange} />;
    case 'field':
      return multiSelect(
        '表单字段',
        fields
          .filter(
            ({ columns, type: kind }) => columns === null && (kind === 'string' || kind === 'dyn' || kind === 'list'),
          )
          .sort((a, b) => Number(b.isPerson === true) - Number(a.isPerson === true))
          .map(({ key, label }) => ({ value: key, label })),
      );
    case 'deptLeader': {
      const choices = [
        ...DEPT_LEVELS.map((level) => ({
          value: String(level),
          label: level === 1 ? '本部门的' : `上 ${level - 1} 级部门的`,
        })),
        // the leader of the department that a field of the record names
        ...fields
          .filter(({ key, isDept }) => isDept || key === value)
          .map(({ key, label, isDept }) => ({ value: key, label: `“${label}”的${isDept ? '' : '（不是部门字段）'}` })),
      ];
      const isKnown = value === '' || choices.some((choice) => choice.value === value);
      const isOtherField = fields.some(({ key, isDept }) => key === value && !isDept);
      const isMissing = isDeptFieldHolder('deptLeader', value) && fields.length > 0 && !isLoading;
      const label = isDeptFieldHolder('deptLeader', value)
        ? `“${value}”的${isMissing ? '（找不到此字段）' : ''}`
        : `上 ${Number(value) - 1} 级部门的`;
      return (
        <Select
          aria-label="哪一级"
          value={value || '1'}
          status={isOtherField || (isMissing && !isKnown) ? 'error' : ''}
          options={isKnown ? choices : [...choices, { value, label }]}
          onChange={onChange}
        />
      );
    }
    case 'deptLeaders':
      return (
        <Select
          aria-label="共几级"
          placeholder="选择级数"
          status={value === '' ? 'error' : ''}
          value={value || null}
          options={DEPT_LEVELS.map((level) => ({ value: String(level), label: `由本部门起共 ${level} 级` }))}
          onChange={onChange}
        />
      );
    case 'item':
      return table === null ? (
        <Input disabled value="当前的人员" aria-label="说明" />
      ) : (
        <Select
          aria-label="当前行的列"
          placeholder="选择列"
          value={value || undefined}
          options={(table.columns ?? []).map(({ key, label }) => ({ value: key, label }))}
          onChange={onChange}
        />
      );
    case 'expression':
      return (
        <CommitOnBlurInput
          value={value}
          label="表达式"
          placeholder="结果为人员编号，如 amount > 5000 ? manager : leader"
          onCommit={onChange}
        />
      );
    default:
      return <Input disabled value={type === 'choice' ? '提交申请时由申请人选择' : '申请人本人'} aria-label="说明" />;
  }
}

/**
 * Edits the holders of a task (`sf:candidates`), or the recipients of a copy. `itemName`: the name of one entry in the
 * user interface.
 */
export function Candidates({
  value,
  itemName,
  onChange,
}: {
  value: readonly Attributes[];
  itemName: string;
  onChange(next: Attributes[]): void;
}) {
  const { isRepeated } = useElementScope();
  const change = (index: number, next: Attributes): void =>
    onChange(value.map((unchanged, position) => (position === index ? next : unchanged)));
  return (
    <div className="fd-candidates">
      {value.map((candidate, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- types may repeat and have no unique name
        <div key={index} className="fd-candidate" data-candidate={candidate.type}>
          <Select
            aria-label={`${itemName}类型`}
            value={candidate.type ?? ''}
            options={HOLDER_TYPES.filter((kind) => kind.value !== 'item' || isRepeated || candidate.type === 'item')}
            onChange={(type: string) =>
              change(index, withAttribute({ ...candidate, type }, 'value', INITIAL_VALUES[type] ?? ''))
            }
          />
          <HolderValue
            type={candidate.type ?? ''}
            value={candidate.value ?? ''}
            onChange={(next) => change(index, withAttribute(candidate, 'value', next))}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`删除此${itemName}`}
            onClick={() => onChange(value.filter((_item, position) => position !== index))}
            data-action="removeCandidate"
          />
        </div>
      ))}
      <Button
        size="small"
        type="dashed"
        block
        icon={<PlusOutlined />}
        onClick={() => onChange([...value, { type: 'role' }])}
        data-action="addCandidate"
      >
        添加{itemName}
      </Button>
    </div>
  );
}
