import { Alert, Checkbox, Skeleton, Tag } from 'antd';
import type { Impact, ChangedField } from '../../runtime/services/documents.ts';
import { useKind } from '../document/documentKind.ts';
import { AffectedList } from './AffectedList.tsx';

/** Describes how many records have a value in a field. */
function describeRecordCount({ records, isMore }: Pick<ChangedField, 'records' | 'isMore'>): string {
  if (records === null) return '记录数未知';
  if (records === 0) return '没有记录填写';
  return `${isMore ? '至少 ' : ''}${records} 条记录填写过`;
}

/** Lists removed fields, or fields with a changed type, with the number of records that have a value in them. */
function LostFields({ fields, label }: { fields: readonly ChangedField[]; label: string }) {
  const { kind } = useKind();
  return fields.length === 0 ? null : (
    <>
      <h4 className="ds-impact-title">{label}</h4>
      <ul className="ds-affected" aria-label={label}>
        {fields.map((field) => (
          <li key={field.key}>
            {field.label}
            {kind === 'form' ? <span className="sc-note">（{describeRecordCount(field)}）</span> : null}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Describes the effect on stored records when the form gets or loses a process. */
function processSentences({ change, records, running }: NonNullable<Impact['process']>): string[] {
  if (change === 'begins')
    return [
      `表单启用审批：已存的 ${records} 条有效记录转为“已办结”，仍可选用、统计，但不能再直接修改；新填的记录须审批。`,
    ];
  return [
    ...(records > 0 ? [`表单取消审批：${records} 条尚未提交的草稿直接成为有效记录。`] : []),
    ...(running > 0 ? [`${running} 条审批中或已退回的记录仍按原流程办理，办结后生效。`] : []),
  ];
}

interface Props {
  /** Null while it is loading. */
  impact: Impact | null;
  isAcknowledged: boolean;
  onAcknowledge(isAcknowledged: boolean): void;
}

/**
 * Shows the impact of a publication. References that would break prevent the publication. If `impact.seen` is not '',
 * the user must acknowledge the other effects: lost or changed fields, affected references, a change of the process.
 */
export function ImpactPanel({ impact, isAcknowledged, onAcknowledge }: Props) {
  if (!impact) return <Skeleton active paragraph={{ rows: 2 }} title={false} />;
  const { removed, changed, breaks, touches, running, shows, process, authority, seen } = impact;
  const runningCount = running.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="ds-impact" data-impact={breaks.length > 0 ? 'breaks' : seen === '' ? 'none' : 'touches'}>
      {breaks.length > 0 ? (
        <Alert
          type="error"
          showIcon
          message={`发布后会使 ${breaks.length} 处失效，不能发布。请先修改：`}
          description={<AffectedList items={breaks} label="会失效的地方" />}
        />
      ) : null}
      {seen === '' ? null : (
        <Alert
          type="warning"
          showIcon
          message="这次发布会影响："
          description={
            <>
              {process ? (
                <ul className="ds-affected" aria-label="已存的记录" data-impact={`process-${process.change}`}>
                  {processSentences(process).map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              ) : null}
              <LostFields fields={removed} label="不再有" />
              <LostFields fields={changed} label="类型改变" />
              {touches.length > 0 ? (
                <>
                  <h4 className="ds-impact-title">提到它们的地方（发布后不再显示或不起作用）</h4>
                  <AffectedList items={touches} label="受影响的地方" />
                </>
              ) : null}
            </>
          }
        />
      )}
      {shows.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          data-impact="shows"
          message="发布后会多显示给一些角色："
          description={
            <ul className="ds-affected" aria-label="会多显示的内容">
              {shows.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          }
        />
      ) : null}
      {authority.length > 0 ? (
        <Alert
          type={authority.some(({ isAdded }) => isAdded) ? 'warning' : 'info'}
          showIcon
          data-impact="authority"
          message="发布后，本表单不看办理人的权限，会："
          description={
            <ul className="ds-affected" aria-label="联动写入、汇总公开的内容">
              {authority.map(({ text, isAdded }) => (
                <li key={text}>
                  {isAdded ? <Tag color="orange">新增</Tag> : null}
                  {text}
                </li>
              ))}
            </ul>
          }
        />
      ) : null}
      {runningCount > 0 ? (
        <p className="sc-note">
          审批中 {runningCount} 个（{running.map(({ version, count }) => `第 ${version} 版 ${count} 个`).join('，')}
          ），仍按原版本办理。
        </p>
      ) : null}
      {breaks.length === 0 && seen !== '' ? (
        <Checkbox
          checked={isAcknowledged}
          onChange={(event) => onAcknowledge(event.target.checked)}
          data-action="acknowledge"
        >
          我已查看以上影响，仍要发布
        </Checkbox>
      ) : null}
    </div>
  );
}
