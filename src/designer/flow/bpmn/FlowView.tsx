import { Alert } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { ensureDiagram } from '../model/ensureDiagram.ts';
import { fitToViewport } from './fitToViewport.ts';
import { createViewer } from './modeler.ts';

/** A read-only diagram of a process: drag to move, wheel to zoom. */
export function FlowView({ text }: { text: string }) {
  const container = useRef<HTMLElement>(null);
  const [errorText, setErrorText] = useState('');
  useEffect(() => {
    if (!container.current) return undefined;
    const viewer = createViewer(container.current);
    let isCurrent = true;
    ensureDiagram(text)
      .then((xml) => viewer.importXML(xml))
      .then(
        () => {
          if (isCurrent) fitToViewport(viewer);
        },
        (error: unknown) => {
          if (isCurrent) setErrorText(error instanceof Error ? error.message : String(error));
        },
      );
    return () => {
      isCurrent = false;
      viewer.destroy();
    };
  }, [text]);
  return errorText === '' ? (
    <figure ref={container} className="fd-canvas" aria-label="流程图" />
  ) : (
    <Alert type="error" showIcon message="这份流程画不出来" description={errorText} />
  );
}
