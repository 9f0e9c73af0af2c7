import { Alert } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { drawable } from '../model/drawable.ts';
import { fit } from './fit.ts';
import { createViewer } from './modeler.ts';

/** A process to look at: drag to move, wheel to zoom. */
export function FlowView({ text }: { text: string }) {
  const host = useRef<HTMLElement>(null);
  const [fault, setFault] = useState('');
  useEffect(() => {
    if (!host.current) return undefined;
    const viewer = createViewer(host.current);
    let isWanted = true;
    drawable(text)
      .then((xml) => viewer.importXML(xml))
      .then(
        () => {
          if (isWanted) fit(viewer);
        },
        (error: unknown) => {
          if (isWanted) setFault(error instanceof Error ? error.message : String(error));
        },
      );
    return () => {
      isWanted = false;
      viewer.destroy();
    };
  }, [text]);
  return fault === '' ? (
    <figure ref={host} className="fd-canvas" aria-label="流程图" />
  ) : (
    <Alert type="error" showIcon message="这份流程画不出来" description={fault} />
  );
}
