import { Button, Progress } from 'antd';
import type { ImportProgress } from '../../runtime/services/records.ts';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';
import type { FormCreation } from './createForms.ts';

/** The tag of each step. `asked`: the review of the form's draft is requested. */
const STEP_TAGS: Readonly<Record<FormCreation['step'], { tone: 'good' | 'bad' | 'busy'; text: string }>> = {
  waiting: { tone: 'busy', text: '等待' },
  publishing: { tone: 'busy', text: '正在发布' },
  importing: { tone: 'busy', text: '正在导入记录' },
  placing: { tone: 'busy', text: '正在放进菜单' },
  done: { tone: 'good', text: '完成' },
  asked: { tone: 'busy', text: '待复核' },
  failed: { tone: 'bad', text: '未完成' },
};

const MAX_NAMED_ROWS = 5;

function describeImport({ saved, refused, bad }: ImportProgress): string {
  if (refused === 0) return `已导入 ${saved} 条记录`;
  const rows = bad.slice(0, MAX_NAMED_ROWS).map(({ row, message }) => `第 ${row} 行 ${message}`);
  return `已导入 ${saved} 条记录，${refused} 行未导入：${rows.join('；')}${refused > rows.length ? ' 等' : ''}`;
}

/**
 * The progress of each form, with a button that opens a created form. `isCreating`: forms are still being created; the
 * buttons are disabled then, because leaving the page would hide the results.
 */
export function CreationProgress({
  forms,
  isCreating,
  onOpen,
}: {
  forms: readonly FormCreation[];
  isCreating: boolean;
  onOpen(formKey: string): void;
}) {
  return (
    <ul className="ds-made" aria-live="polite">
      {forms.map(({ formKey, formName, step, message, importProgress, isCreated }) => (
        <li key={formKey}>
          <span>
            {formName} <StatusTag tone={STEP_TAGS[step].tone}>{STEP_TAGS[step].text}</StatusTag>
          </span>
          {step === 'importing' ? (
            <Progress
              percent={Math.floor((importProgress?.share ?? 0) * 100)}
              size="small"
              aria-label={`${formName}的导入进度`}
            />
          ) : null}
          {importProgress && (step === 'done' || step === 'failed') ? (
            <span className="sc-note">{describeImport(importProgress)}</span>
          ) : null}
          {message === '' ? null : <span className={step === 'failed' ? 'ds-bad' : 'sc-note'}>{message}</span>}
          {step === 'done' || step === 'asked' || (step === 'failed' && isCreated) ? (
            <Button
              type="link"
              size="small"
              disabled={isCreating}
              title={isCreating ? '全部建完后可打开' : undefined}
              onClick={() => onOpen(formKey)}
            >
              打开设计
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
