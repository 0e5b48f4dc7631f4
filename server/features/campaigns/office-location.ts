/** The location of an office on the map; null until the feed supplies it. */
export function officeLocation(row: {
  latitude: number | null;
  longitude: number | null;
}): { latitude: number; longitude: number } | null {
  const { latitude, longitude } = row;
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
