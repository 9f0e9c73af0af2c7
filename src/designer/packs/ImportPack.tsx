import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Spin, Upload } from 'antd';
import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { Findings } from './Findings.tsx';
import { MissingTable } from './MissingTable.tsx';
import { nameOf, packCalls, type Choice, type Preview } from './packs.ts';
import { ReviewPackDialog } from './ReviewPackDialog.tsx';
import { PreviewTable } from './PreviewTable.tsx';

const MOST_BYTES = 30 * 1024 * 1024;

/** A file that was looked at: its text, what of it is chosen, and what the server last said of exactly that. */
interface Checked {
  text: string;
  preview: Preview;
  take: readonly string[];
  mapping: Readonly<Record<string, string>>;
  /** The choice has changed since the check. */
  isOld: boolean;
}

/** Looks at a pack, lets an administrator choose of it, and takes it in as a whole. */
export function ImportPack({ onDone }: { onDone(): void }) {
  const services = useServices();
  const { message, confirm } = useFeedback();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
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
  const choiceOf = ({ text, preview, take, mapping }: Checked): Choice => ({
    pack: text,
    take: preview.items.filter((item) => take.includes(nameOf(item))).map(({ kind, key }) => ({ kind, key })),
    mapping: { ...mapping },
  });
  const shown = (text: string, preview: Preview, mapping: Checked['mapping']): Checked => ({
    text,
    preview,
    mapping,
    take: preview.items.filter(({ isTaken }) => isTaken).map(nameOf),
    isOld: false,
  });
  const open = (file: File): Promise<void> =>
    attempt(async () => {
      setChecked(null);
      if (file.size > MOST_BYTES) throw new TooLarge();
      const text = await file.text();
      setChecked(shown(text, await packCalls.preview(services, { pack: text }), {}));
    });
  const again = (now: Checked): Promise<void> =>
    attempt(async () => setChecked(shown(now.text, await packCalls.preview(services, choiceOf(now)), now.mapping)));
  const take = (now: Checked): void => {
    const overwritten = now.preview.items.filter(
      (item) => item.state === 'conflict' && now.take.includes(nameOf(item)),
    );
    const lacking = now.preview.missing.filter(({ mapped }) => mapped === null).length;
    confirm({
      title: `导入“${now.preview.name}”中的 ${now.take.length} 项？`,
      content: [
        ...(overwritten.length > 0
          ? [
              `其中 ${overwritten.length} 项会覆盖本系统自己的修改：${overwritten
                .slice(0, 5)
                .map(({ name }) => name)
                .join('、')}${overwritten.length > 5 ? ' 等' : ''}。`,
            ]
          : []),
        ...(lacking > 0 ? [`有 ${lacking} 处缺少的引用没有指定由谁代替，用到的地方将不能正常工作。`] : []),
        '全部成功才会生效；导入后可在“导入记录”中整包撤销。',
      ].join(''),
      okText: '导入',
      isDanger: overwritten.length > 0,
      onOk: () =>
        attempt(async () => {
          const done = await packCalls.take(services, { ...choiceOf(now), seen: now.preview.seen });
          message.success(`已导入：新增 ${done.added} 项，更新 ${done.changed} 项`);
          setChecked(null);
          onDone();
        }),
    });
  };
  const ask = (now: Checked, reviewerId: string): Promise<void> =>
    attempt(async () => {
      const { asked } = await packCalls
        .review(services, { ...choiceOf(now), seen: now.preview.seen, reviewerId })
        .finally(() => setAsking(false));
      message.success(`${asked} 份文档已存为草稿并提交复核`);
      setChecked(null);
    });
  const isBroken =
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
          message={failure instanceof TooLarge ? '文件过大，不是本系统导出的配置包' : messageOf(failure)}
          className="dp-failure"
        />
      ) : null}
      {checked === null ? (
        <Upload.Dragger
          accept=".json"
          maxCount={1}
          showUploadList={false}
          beforeUpload={(file) => {
            void open(file);
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
            {checked.isOld ? (
              <Button type="primary" onClick={() => void again(checked)} data-action="check-again">
                重新检查
              </Button>
            ) : (
              <Button
                type="primary"
                disabled={isBroken || checked.take.length === 0}
                onClick={() => (checked.preview.toReview.length > 0 ? setAsking(true) : take(checked))}
                data-action="import-pack"
              >
                {checked.preview.toReview.length > 0
                  ? `提交复核 ${checked.preview.toReview.length} 份文档`
                  : `导入 ${checked.take.length} 项`}
              </Button>
            )}
          </div>
          {isAsking ? (
            <ReviewPackDialog
              preview={checked.preview}
              taken={checked.take.length}
              isBusy={isBusy}
              onClose={() => setAsking(false)}
              onAsk={(reviewerId) => void ask(checked, reviewerId)}
            />
          ) : null}
          <Findings preview={checked.preview} isOld={checked.isOld} />
          <MissingTable
            missing={checked.preview.missing}
            mapping={checked.mapping}
            onChange={(mapping) => setChecked({ ...checked, mapping, isOld: true })}
          />
          <PreviewTable
            preview={checked.preview}
            taken={checked.take}
            onChange={(next) => setChecked({ ...checked, take: next, isOld: true })}
          />
        </>
      )}
    </Spin>
  );
}

class TooLarge extends Error {}
