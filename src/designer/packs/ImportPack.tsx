import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Spin, Upload } from 'antd';
import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { PackFindings } from './PackFindings.tsx';
import { MissingTable } from './MissingTable.tsx';
import { itemIdText, packCalls, type Choice, type Preview } from './packs.ts';
import { ReviewPackDialog } from './ReviewPackDialog.tsx';
import { PreviewTable } from './PreviewTable.tsx';

const MAX_FILE_BYTES = 30 * 1024 * 1024;

/** A checked file: its text, the selected items, and the result of the server's check. */
interface CheckedPack {
  text: string;
  preview: Preview;
  selected: readonly string[];
  mapping: Readonly<Record<string, string>>;
  /** True if the selection has changed since the check. */
  isOutdated: boolean;
}

/** Checks a pack, lets the administrator select items, and imports them in one transaction. */
export function ImportPack({ onDone }: { onDone(): void }) {
  const services = useServices();
  const { message, confirm } = useFeedback();
  const [checked, setChecked] = useState<CheckedPack | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isReviewOpen, setReviewOpen] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const choiceOf = ({ text, preview, selected, mapping }: CheckedPack): Choice => ({
    pack: text,
    take: preview.items.filter((item) => selected.includes(itemIdText(item))).map(({ kind, key }) => ({ kind, key })),
    mapping: { ...mapping },
  });
  const toCheckedPack = (text: string, preview: Preview, mapping: CheckedPack['mapping']): CheckedPack => ({
    text,
    preview,
    mapping,
    selected: preview.items.filter(({ isTaken }) => isTaken).map(itemIdText),
    isOutdated: false,
  });
  const checkFile = (file: File): Promise<void> =>
    attempt(async () => {
      setChecked(null);
      if (file.size > MAX_FILE_BYTES) throw new FileTooLargeError();
      const text = await file.text();
      setChecked(toCheckedPack(text, await packCalls.preview(services, { pack: text }), {}));
    });
  const checkAgain = (current: CheckedPack): Promise<void> =>
    attempt(async () =>
      setChecked(toCheckedPack(current.text, await packCalls.preview(services, choiceOf(current)), current.mapping)),
    );
  const confirmImport = (current: CheckedPack): void => {
    const overwritten = current.preview.items.filter(
      (item) => item.state === 'conflict' && current.selected.includes(itemIdText(item)),
    );
    const unmapped = current.preview.missing.filter(({ mapped }) => mapped === null).length;
    confirm({
      title: `导入“${current.preview.name}”中的 ${current.selected.length} 项？`,
      content: [
        ...(overwritten.length > 0
          ? [
              `其中 ${overwritten.length} 项会覆盖本系统自己的修改：${overwritten
                .slice(0, 5)
                .map(({ name }) => name)
                .join('、')}${overwritten.length > 5 ? ' 等' : ''}。`,
            ]
          : []),
        ...(unmapped > 0 ? [`有 ${unmapped} 处缺少的引用没有指定由谁代替，用到的地方将不能正常工作。`] : []),
        '全部成功才会生效；导入后可在“导入记录”中整包撤销。',
      ].join(''),
      okText: '导入',
      isDanger: overwritten.length > 0,
      onOk: () =>
        attempt(async () => {
          const counts = await packCalls.import(services, { ...choiceOf(current), seen: current.preview.seen });
          message.success(`已导入：新增 ${counts.added} 项，更新 ${counts.changed} 项`);
          setChecked(null);
          onDone();
        }),
    });
  };
  const requestReview = (current: CheckedPack, reviewerId: string): Promise<void> =>
    attempt(async () => {
      const { asked } = await packCalls
        .review(services, { ...choiceOf(current), seen: current.preview.seen, reviewerId })
        .finally(() => setReviewOpen(false));
      message.success(`${asked} 份文档已存为草稿并提交复核`);
      setChecked(null);
    });
  const hasErrors =
    checked !== null &&
    (checked.preview.problems.some(({ level }) => level === 'error') ||
      checked.preview.effects.some(({ isBreaking }) => isBreaking));
  return (
    <Spin spinning={isBusy} tip={isBusy ? '正在检查，请稍候' : undefined}>
      {failure ? (
        <Alert
          type="error"
          showIcon
          role="alert"
          message={failure instanceof FileTooLargeError ? '文件过大，不是本系统导出的配置包' : messageOf(failure)}
          className="dp-failure"
        />
      ) : null}
      {checked === null ? (
        <Upload.Dragger
          accept=".json"
          maxCount={1}
          showUploadList={false}
          beforeUpload={(file) => {
            void checkFile(file);
            return false;
          }}
        >
          <p className="ant-upload-drag-icon">
            <InboxOutlined />
          </p>
          <p className="ant-upload-text">点击选择，或把配置包拖到这里</p>
          <p className="ant-upload-hint">先检查并列出差异，确认之后才会导入</p>
        </Upload.Dragger>
      ) : (
        <>
          <div className="dp-bar">
            <div className="dp-pack">
              <strong>{checked.preview.name}</strong>
              <span className="sc-note">
                {checked.preview.madeBy} 于 {checked.preview.madeAt} 导出
                {checked.preview.note ? `：${checked.preview.note}` : ''}
              </span>
            </div>
            <Button onClick={() => setChecked(null)} data-action="choose-again">
              换一个文件
            </Button>
            {checked.isOutdated ? (
              <Button type="primary" onClick={() => void checkAgain(checked)} data-action="check-again">
                重新检查
              </Button>
            ) : (
              <Button
                type="primary"
                disabled={hasErrors || checked.selected.length === 0}
                onClick={() => (checked.preview.toReview.length > 0 ? setReviewOpen(true) : confirmImport(checked))}
                data-action="import-pack"
              >
                {checked.preview.toReview.length > 0
                  ? `提交复核 ${checked.preview.toReview.length} 份文档`
                  : `导入 ${checked.selected.length} 项`}
              </Button>
            )}
          </div>
          {isReviewOpen ? (
            <ReviewPackDialog
              preview={checked.preview}
              selectedCount={checked.selected.length}
              isBusy={isBusy}
              onClose={() => setReviewOpen(false)}
              onRequestReview={(reviewerId) => void requestReview(checked, reviewerId)}
            />
          ) : null}
          <PackFindings preview={checked.preview} isOutdated={checked.isOutdated} />
          <MissingTable
            missing={checked.preview.missing}
            mapping={checked.mapping}
            onChange={(mapping) => setChecked({ ...checked, mapping, isOutdated: true })}
          />
          <PreviewTable
            preview={checked.preview}
            selected={checked.selected}
            onChange={(next) => setChecked({ ...checked, selected: next, isOutdated: true })}
          />
        </>
      )}
    </Spin>
  );
}

class FileTooLargeError extends Error {}
