"""What can be known of a tensor: a dtype, a device, a dim, a shape, or `UNKNOWN`; every fact prints itself."""
