/** Where an office is on the map; null while the feed has not said. */
export function officePlace(row: {
  latitude: number | null;
  longitude: number | null;
}): { latitude: number; longitude: number } | null {
  const { latitude, longitude } = row;
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
