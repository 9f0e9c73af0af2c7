import { Watermark } from 'antd';
import dayjs from 'dayjs';
import { readPlatformParameters } from '../../session/platform.ts';
import { useSessionState } from '../../session/context.ts';

/**
 * Watermark with the person's name over every page, if the administrator configured it; CSS lets clicks pass through.
 */
export function PageWatermark() {
  const { userInfo } = useSessionState();
  const { watermark } = readPlatformParameters();
  if (watermark === '' || !userInfo) return null;
  const dateLine = watermark === 'nameTime' ? dayjs().format('YYYY-MM-DD') : '';
  const secondLine = watermark === 'nameDept' ? userInfo.mainDept?.name : dateLine;
  return (
    <Watermark
      className="sf-watermark"
      content={[`${userInfo.name} ${userInfo.username}`, ...(secondLine ? [secondLine] : [])]}
      font={{ color: 'rgba(128, 128, 128, 0.16)', fontSize: 14 }}
      gap={[120, 100]}
    >
      <div className="sf-watermark-area" />
    </Watermark>
  );
}
