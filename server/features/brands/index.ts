/*
 * Brands: in whose name, with whose look and at which address the portal speaks to a contact, an account or a host.
 * Tables: brands, and accounts.brand_id, which the room branding changes.
 * Routes: none.
 */
export { brandIdOf, type Brand, Brands, publicUrlOf, readBrands, type StoredBrand } from './brands.ts';
