import { Alert, Button, Space } from 'antd';
import { useState } from 'react';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useKind } from '../document/documentKind.ts';
import { DiffDialog } from '../diff/DiffDialog.tsx';
import { useOvertaken } from './useOvertaken.ts';

interface Props {
  documentKey: string;
  /** The version in force as it is known here. */ version: number;
  /** What stands in the editor. */ text: string;
  /** It is not saved: loading the newest loses it. */ isDirty: boolean;
  /** A publication or save is under way: what it changes is no news. */ isBusy: boolean;
  onReload(): void;
}

/** Notice in an open editor that another person published a newer version; offers to load it or to compare. */
export function OvertakenNotice({ documentKey, version, text, isDirty, isBusy, onReload }: Props) {
  const { word } = useKind();
  const { confirm } = useFeedback();
  const overtaken = useOvertaken(documentKey, version);
  const [isComparing, setComparing] = useState(false);
  if (!overtaken || isBusy) return null;
  if (overtaken.what === 'removed')
    return <Alert banner type="error" message={`这个${word}已被删除。需要保留的内容请先复制。`} />;
  const load = (): void => {
    if (!isDirty) onReload();
    else
      confirm({
        title: `载入第 ${overtaken.version} 版？`,
        content: '您还没有保存的修改会丢失。',
        okText: '载入最新版本',
        isDanger: true,
        onOk: onReload,
      });
  };
  return (
    <>
      <Alert
        banner
        type="warning"
        data-overtaken={overtaken.version}
        message={`${overtaken.author} 已于 ${overtaken.time} 发布第 ${overtaken.version} 版，这里打开的${version > 0 ? `是第 ${version} 版` : '还未发布'}。`}
        action={
          <Space>
            <Button size="small" onClick={() => setComparing(true)} data-action="compare-newest">
              对比
            </Button>
            <Button size="small" type="primary" onClick={load} data-action="load-newest">
              载入最新版本
            </Button>
          </Space>
        }
      />
      {isComparing ? (
        <DiffDialog
          documentKey={documentKey}
          text={text}
          versions={overtaken.versions}
          before="text"
          after={overtaken.version}
          onClose={() => setComparing(false)}
        />
      ) : null}
    </>
  );
}
