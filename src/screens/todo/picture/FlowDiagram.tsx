import { CompressOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import { Alert, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { FlowProgress } from '../../../runtime/services/tasks.ts';
import { createPicture, type Picture } from './picture.ts';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';

interface Props {
  progress: FlowProgress;
  chosen: string | null;
  onChoose(nodeId: string): void;
}

/** The process as its file draws it, with how far it has come. This file and the library behind it are downloaded when first shown. */
export function FlowDiagram({ progress, chosen, onChoose }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const choose = useRef(onChoose);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    choose.current = onChoose;
  }, [onChoose]);
  useEffect(() => {
    if (!host.current) return undefined;
    let isCurrent = true;
    const made = createPicture(NavigatedViewer, host.current, { progress, onChoose: (id) => choose.current(id) });
    setBroken(false);
    made.open().then(
      () => {
        if (isCurrent) setPicture(made);
      },
      () => {
        if (isCurrent) setBroken(true);
      },
    );
    return () => {
      isCurrent = false;
      setPicture(null);
      made.close();
    };
  }, [progress]);
  useEffect(() => {
    picture?.choose(chosen);
  }, [picture, chosen]);
  return (
    <div className="fp-diagram">
      {isBroken ? <Alert type="warning" showIcon message="流程图无法显示，办理情况见旁边的列表" /> : null}
      <div ref={host} className="fp-canvas" data-flow-diagram={picture ? 'ready' : 'loading'} />
      <div className="fp-zoom">
        <Button
          size="small"
          icon={<ZoomInOutlined />}
          aria-label="放大"
          disabled={!picture}
          onClick={() => picture?.zoom(1.25)}
          data-action="zoom-in"
        />
        <Button
          size="small"
          icon={<ZoomOutOutlined />}
          aria-label="缩小"
          disabled={!picture}
          onClick={() => picture?.zoom(0.8)}
          data-action="zoom-out"
        />
        <Button
          size="small"
          icon={<CompressOutlined />}
          aria-label="适应窗口"
          disabled={!picture}
          onClick={() => picture?.fit()}
          data-action="zoom-fit"
        />
      </div>
    </div>
  );
}
