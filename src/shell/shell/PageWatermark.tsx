import { Watermark } from 'antd';
import dayjs from 'dayjs';
import { platformFacts } from '../../session/platform.ts';
import { useSessionState } from '../../session/context.ts';

/** The reader's name over every page, where the administrator set it; it takes no press. */
export function PageWatermark() {
  const { userInfo } = useSessionState();
  const { watermark } = platformFacts();
  if (watermark === '' || !userInfo) return null;
  const more =
    watermark === 'nameDept' ? userInfo.mainDept?.name : watermark === 'nameTime' ? dayjs().format('YYYY-MM-DD') : '';
  return (
    <Watermark
      className="sf-watermark"
      content={[`${userInfo.name} ${userInfo.username}`, ...(more ? [more] : [])]}
      font={{ color: 'rgba(128, 128, 128, 0.16)', fontSize: 14 }}
      gap={[120, 100]}
    >
      <div className="sf-watermark-area" />
    </Watermark>
  );
}
