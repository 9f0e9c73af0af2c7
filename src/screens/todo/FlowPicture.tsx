import { Button, Modal, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { Failure } from '../shared/Failure.tsx';
import { useLoad } from '../shared/useLoad.ts';

function Picture({ formKey, recordId }: { formKey: string; recordId: string }) {
  const services = useServices();
  const { load, reload } = useLoad(
    async () => { const blob = await services.tasks.image?.(formKey, recordId); return blob ? URL.createObjectURL(blob) : ''; },
    [services, formKey, recordId],
  );
  const address = load.value ?? '';
  useEffect(() => () => { if (address !== '') URL.revokeObjectURL(address); }, [address]);
  if (load.state === 'error') return <Failure error={load.error} title="流程图加载失败" onRetry={reload} />;
  return address === '' ? <Skeleton active /> : <img className="sc-flow-picture" src={address} alt="流程图：绿色为已办理，橙色为当前节点" />;
}

/** How far an approval has come, drawn on its process. */
export function FlowPicture({ formKey, recordId }: { formKey: string; recordId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button type="link" size="small" onClick={() => setOpen(true)} data-action="flow-picture">流程图</Button>
      <Modal open={isOpen} title="流程图" footer={null} width="90%" destroyOnHidden onCancel={() => setOpen(false)}>
        {isOpen ? <div className="sc-flow-scroll"><Picture formKey={formKey} recordId={recordId} /></div> : null}
        <p className="sc-note">绿色为已办理，橙色为当前节点。</p>
      </Modal>
    </>
  );
}
