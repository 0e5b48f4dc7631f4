export { AddToCalibration } from './add-to-calibration.tsx';
export { CalibrationPage } from './calibration-page.tsx';
export { OwnCalibration } from './own-calibration.tsx';
