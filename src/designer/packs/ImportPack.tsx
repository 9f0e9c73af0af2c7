import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Spin, Upload } from 'antd';
import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { PackFindings } from './PackFindings.tsx';
import { MissingReferencesTable } from './MissingReferencesTable.tsx';
import { itemIdText, packCalls, type ImportChoice, type Preview } from './packs.ts';
import { ReviewPackDialog } from './ReviewPackDialog.tsx';
import { PreviewTable } from './PreviewTable.tsx';

/** Maximum number of overwritten items that the confirmation names. */
const MAX_NAMED_ITEMS = 5;
const MAX_FILE_BYTES = 30 * 1024 * 1024;

/** A checked file: its text, the result of the server's check, the ids of the selected items and the replacements. */
interface CheckedPack {
  text: string;
  preview: Preview;
  selectedIds: readonly string[];
  /** The keys that replace missing references, by the id of the reference. */
  mapping: Readonly<Record<string, string>>;
  /** True if the selection or a replacement has changed since the check. */
  isOutdated: boolean;
}

/**
 * Checks a pack, lets the administrator select items, and imports them in one transaction. If documents among them need
 * a review, requests the reviews instead.
 */
export function ImportPack({ onDone }: { onDone(): void }) {
  const services = useServices();
  const { message, confirm } = useFeedback();
  const [checkedPack, setCheckedPack] = useState<CheckedPack | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isReviewOpen, setReviewOpen] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  /** Runs a request. Shows that it is running, and its error if it fails. */
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
  const choiceOf = ({ text, preview, selectedIds, mapping }: CheckedPack): ImportChoice => ({
    pack: text,
    take: preview.items
      .filter((item) => selectedIds.includes(itemIdText(item)))
      .map(({ kind, key }) => ({ kind, key })),
    mapping: { ...mapping },
  });
  const toCheckedPack = (text: string, preview: Preview, mapping: CheckedPack['mapping']): CheckedPack => ({
    text,
    preview,
    mapping,
    selectedIds: preview.items.filter(({ isTaken }) => isTaken).map(itemIdText),
    isOutdated: false,
  });
  const checkFile = (file: File): Promise<void> =>
    attempt(async () => {
      setCheckedPack(null);
      if (file.size > MAX_FILE_BYTES) throw new FileTooLargeError();
      const text = await file.text();
      setCheckedPack(toCheckedPack(text, await packCalls.preview(services, { pack: text }), {}));
    });
  const checkAgain = (current: CheckedPack): Promise<void> =>
    attempt(async () =>
      setCheckedPack(
        toCheckedPack(current.text, await packCalls.preview(services, choiceOf(current)), current.mapping),
      ),
    );
  const confirmImport = (current: CheckedPack): void => {
    const overwritten = current.preview.items.filter(
      (item) => item.state === 'conflict' && current.selectedIds.includes(itemIdText(item)),
    );
    const unmappedCount = current.preview.missing.filter(({ mapped }) => mapped === null).length;
    confirm({
      title: `导入“${current.preview.name}”中的 ${current.selectedIds.length} 项？`,
      content: [
        ...(overwritten.length > 0
          ? [
              `其中 ${overwritten.length} 项会覆盖本系统自己的修改：${overwritten
                .slice(0, MAX_NAMED_ITEMS)
                .map(({ name }) => name)
                .join('、')}${overwritten.length > MAX_NAMED_ITEMS ? ' 等' : ''}。`,
            ]
          : []),
        ...(unmappedCount > 0 ? [`有 ${unmappedCount} 处缺少的引用没有指定由谁代替，用到的地方将不能正常工作。`] : []),
        '全部成功才会生效；导入后可在“导入记录”中整包撤销。',
      ].join(''),
      okText: '导入',
      isDanger: overwritten.length > 0,
      onOk: () =>
        attempt(async () => {
          const counts = await packCalls.import(services, { ...choiceOf(current), seen: current.preview.seen });
          message.success(`已导入：新增 ${counts.added} 项，更新 ${counts.changed} 项`);
          setCheckedPack(null);
          onDone();
        }),
    });
  };
  const requestReview = (current: CheckedPack, reviewerId: string): Promise<void> =>
    attempt(async () => {
      // `asked`: the number of documents whose review was requested
      const { asked } = await packCalls
        .review(services, { ...choiceOf(current), seen: current.preview.seen, reviewerId })
        .finally(() => setReviewOpen(false));
      message.success(`${asked} 份文档已存为草稿并提交复核`);
      setCheckedPack(null);
    });
  const hasErrors =
    checkedPack !== null &&
    (checkedPack.preview.problems.some(({ level }) => level === 'error') ||
      checkedPack.preview.effects.some(({ isBreaking }) => isBreaking));
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
      {checkedPack === null ? (
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
              <strong>{checkedPack.preview.name}</strong>
              <span className="sc-note">
                {checkedPack.preview.madeBy} 于 {checkedPack.preview.madeAt} 导出
                {checkedPack.preview.note ? `：${checkedPack.preview.note}` : ''}
              </span>
            </div>
            <Button onClick={() => setCheckedPack(null)} data-action="choose-again">
              换一个文件
            </Button>
            {checkedPack.isOutdated ? (
              <Button type="primary" onClick={() => void checkAgain(checkedPack)} data-action="check-again">
                重新检查
              </Button>
            ) : (
              <Button
                type="primary"
                disabled={hasErrors || checkedPack.selectedIds.length === 0}
                onClick={() =>
                  checkedPack.preview.toReview.length > 0 ? setReviewOpen(true) : confirmImport(checkedPack)
                }
                data-action="import-pack"
              >
                {checkedPack.preview.toReview.length > 0
                  ? `提交复核 ${checkedPack.preview.toReview.length} 份文档`
                  : `导入 ${checkedPack.selectedIds.length} 项`}
              </Button>
            )}
          </div>
          {isReviewOpen ? (
            <ReviewPackDialog
              preview={checkedPack.preview}
              selectedCount={checkedPack.selectedIds.length}
              isBusy={isBusy}
              onClose={() => setReviewOpen(false)}
              onRequestReview={(reviewerId) => void requestReview(checkedPack, reviewerId)}
            />
          ) : null}
          <PackFindings preview={checkedPack.preview} isOutdated={checkedPack.isOutdated} />
          <MissingReferencesTable
            missing={checkedPack.preview.missing}
            mapping={checkedPack.mapping}
            onChange={(mapping) => setCheckedPack({ ...checkedPack, mapping, isOutdated: true })}
          />
          <PreviewTable
            preview={checkedPack.preview}
            selectedIds={checkedPack.selectedIds}
            onChange={(next) => setCheckedPack({ ...checkedPack, selectedIds: next, isOutdated: true })}
          />
        </>
      )}
    </Spin>
  );
}

class FileTooLargeError extends Error {}
