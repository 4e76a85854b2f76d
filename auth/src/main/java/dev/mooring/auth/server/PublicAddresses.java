package dev.mooring.auth.server;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/** The addresses on the internet, without those of this machine, of private networks and of special purposes (RFC 6890). */
final class PublicAddresses {
    private static final List<Block> NOT_PUBLIC_4 = List.of(
            block("0.0.0.0", 8),
            block("10.0.0.0", 8),
            block("100.64.0.0", 10),
            block("127.0.0.0", 8),
            block("169.254.0.0", 16),
            block("172.16.0.0", 12),
            block("192.0.0.0", 24),
            block("192.0.2.0", 24),
            block("192.88.99.0", 24),
            block("192.168.0.0", 16),
            block("198.18.0.0", 15),
            block("198.51.100.0", 24),
            block("203.0.113.0", 24),
            block("224.0.0.0", 3));

    /** Only 2000::/3 is in use. Of it, Teredo and 6to4 can contain any IPv4 address. */
    private static final Block GLOBAL_6 = block("2000::", 3);

    private static final List<Block> NOT_PUBLIC_6 =
            List.of(block("2001::", 23), block("2001:db8::", 32), block("2002::", 16), block("3fff::", 20));

    private static final class Block {
        private final byte[] prefix;
        private final int bits;

        Block(byte[] prefix, int bits) {
            this.prefix = prefix;
            this.bits = bits;
        }

        boolean contains(byte[] address) {
            int whole = bits / 8;
            if (!Arrays.equals(prefix, 0, whole, address, 0, whole)) {
                return false;
            }
            int mask = 0xff << (8 - bits % 8);
            return bits % 8 == 0 || (prefix[whole] & mask) == (address[whole] & mask);
        }
    }

    private PublicAddresses() {}

    private static Block block(String address, int bits) {
        try {
            return new Block(InetAddress.getByName(address).getAddress(), bits);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(address, e);
        }
    }

    /** Returns whether an address is on the internet. The JDK turns IPv4-mapped IPv6 addresses into IPv4. */
    static boolean contains(InetAddress address) {
        byte[] bytes = address.getAddress();
        return switch (address) {
            case Inet4Address _ -> NOT_PUBLIC_4.stream().noneMatch(block -> block.contains(bytes));
            case Inet6Address _ ->
                GLOBAL_6.contains(bytes) && NOT_PUBLIC_6.stream().noneMatch(block -> block.contains(bytes));
            default -> false;
        };
    }
}
